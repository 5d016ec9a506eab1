// From a gate and its surroundings to the total record of facts that the policy decides on.
import type { Gate } from '#policy/acts/gate.ts';
import { isSameOrigin } from '#policy/acts/gate.ts';
import { classifyAddress, classifyHost, leastPublic } from '#policy/requests/address.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { dialledHost, targetFacts } from '#policy/requests/host.ts';
import type { UrlFacts } from '#policy/requests/host.ts';
import { canonicalName, canonicalPlain } from '#policy/requests/names.ts';
import { canonicalAddress } from '#policy/requests/networks.ts';
import { ELEMENT_ROLES } from '#policy/language/vocabulary.ts';
import type {
  AddressClass,
  BrowserActionType,
  ElementRole,
  FileType,
  FormPurpose,
  Initiator,
  LaunchFlagClass,
  PageActKind,
  Purpose,
  SizeClass,
} from '#policy/language/vocabulary.ts';
import { ownContent, speakerOf, wordHosts } from '#gateway/boundary/provenance/content.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import type { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import type { HostMap, TaskContext } from './context.ts';
import type { Counted } from './state/act-counts.ts';

export type Surroundings = {
  readonly task: TaskContext;
  readonly action: BrowserActionType | 'NONE';
  readonly initiator: Initiator;
  readonly documentUrl: string;
  readonly purpose?: Purpose;
  readonly launchFlags?: LaunchFlagClass;
  readonly sandbox?: boolean;
  /** The class of the address that the host resolved to, where that is known. */
  readonly addressClass?: AddressClass;
  readonly pageAct?: PageActKind;
  /** The element that is acted on, as the page has it. */
  readonly element?: { readonly role: string; readonly name: string } | null;
  /** The real folder of an upload or a download: absolute, its links resolved. */
  readonly folder?: string;
  /** Where an ATTACH goes, in the form of `canonicalEndpoint`. */
  readonly endpoint?: string;
  /** Whether the target's origin is in the task's set of origins that may be read, and written to. */
  readonly targetReadable?: boolean;
  readonly targetWritable?: boolean;
  /** What was found in the value that is typed, submitted or put into a URL. */
  readonly valueHoldsSecret?: boolean;
  readonly valueFromAnotherSite?: boolean;
  readonly valueNotFromTask?: boolean;
  /** Whose words it is made of. Without it: its initiator's own. */
  readonly content?: ContentFacts;
  /** One of the hosts that its words stand at. Default: the first; `consult` asks for each. */
  readonly contentHost?: string;
  /** Downloads admitted before this one; default: all of the task's. */
  readonly downloads?: number;
  /** Acts admitted before this one. Default: as many as there are, and none of its type or on its element. */
  readonly counted?: Counted;
  /** What its user typed for this act alone. */
  readonly typed?: NamedOrigins;
  /** The address that the host resolved to, where that is known. */
  readonly address?: string;
  /** What is typed, chosen or answered; nothing of what is hidden. */
  readonly value?: string;
  readonly file?: { readonly type: FileType; readonly size: SizeClass };
  readonly formPurpose?: FormPurpose;
  /** The element's own marks. */
  readonly marks?: { readonly id: string; readonly testId: string };
};

/** An act on the page that is there. */
const NO_TARGET: UrlFacts = {
  host: '',
  scheme: 'NONE',
  portClass: 'NONE',
  port: '',
  path: '/',
  pathAmbiguous: false,
  query: '',
  fragment: '',
  fragmentAmbiguous: false,
  addressClass: 'PUBLIC',
};

/**
 * The address class is a fact of navigations and connections alone; other acts happen on a page that is there already
 * and carry PUBLIC. A name counts as PUBLIC until the choke point has resolved it and asks again.
 */
export function factsFor(gate: Gate, at: Surroundings): PolicyFacts {
  const navigates = gate.capability === 'NAVIGATE_SAME_ORIGIN' || gate.capability === 'NAVIGATE_CROSS_ORIGIN';
  // A new window or frame has no address yet; nobody goes to none.
  const nowhere = gate.url === undefined || (gate.url === '' && !navigates);
  const target = nowhere ? NO_TARGET : targetFacts(gate.url ?? '');
  const { host } = target;
  const { request } = gate;
  const { who, calendar } = at.task.setting;
  const isTyped = gate.url !== undefined && at.typed?.has(gate.url) === true;
  const counted = at.counted ?? at.task.state.acts.seen(host);
  return {
    ...who,
    ...calendar(),
    ...counted,
    method: request?.method ?? 'NONE',
    contentType: request?.contentType ?? 'NONE',
    sentSize: request?.size ?? 'NONE',
    fileType: at.file?.type ?? 'NONE',
    fileSize: at.file?.size ?? 'NONE',
    formPurpose: at.formPurpose ?? 'NONE',
    value: canonicalName(at.value ?? ''),
    elementId: plainOf(at.marks?.id),
    elementTestId: plainOf(at.marks?.testId),
    address: addressOf(at.address ?? host),
    capability: gate.capability,
    executor: at.task.executor,
    storage: gate.storage ?? 'NONE',
    origin: originFactOf(gate, at),
    tabPolicy: at.task.tabPolicy,
    tabAction: gate.tabAction ?? 'NONE',
    launchFlags: at.launchFlags ?? 'CLEAN',
    sandbox: at.sandbox ?? true,
    ...contentFactsOf(at),
    initiator: at.initiator,
    action: at.action,
    purpose: at.purpose ?? 'DOCUMENT',
    namedByUser: gate.url !== undefined && (isTyped || at.task.named.has(gate.url)),
    scheme: target.scheme,
    addressClass: navigates ? (at.addressClass ?? expectedClass(host, at.task.hostMap)) : 'PUBLIC',
    portClass: target.portClass,
    port: target.port,
    pageAct: at.pageAct ?? 'NONE',
    elementRole: roleOf(at.element?.role),
    targetReadable: at.targetReadable ?? (isTyped || at.task.state.origins.reads(gate.url ?? at.documentUrl)),
    targetWritable:
      at.targetWritable ?? (isTyped || at.task.state.origins.writes(gate.url ?? at.documentUrl)),
    valueHoldsSecret: at.valueHoldsSecret ?? false,
    valueFromAnotherSite: at.valueFromAnotherSite ?? false,
    valueNotFromTask: at.valueNotFromTask ?? false,
    host,
    path: target.path,
    pathAmbiguous: target.pathAmbiguous,
    query: target.query,
    fragment: target.fragment,
    fragmentAmbiguous: target.fragmentAmbiguous,
    folder: at.folder ?? '',
    endpoint: at.endpoint ?? '',
    elementName: canonicalName(at.element?.name ?? ''),
    downloads: at.downloads ?? at.task.state.downloads.started,
  };
}

function contentFactsOf(
  at: Surroundings,
): Pick<PolicyFacts, 'provenance' | 'contentOrigin' | 'contentPlace' | 'contentHost'> {
  const content = at.content ?? ownContent(speakerOf(at.initiator, at.task));
  const { provenance, contentOrigin, contentPlace } = content;
  const contentHost = at.contentHost ?? wordHosts(content, at.documentUrl).known[0] ?? '';
  return { provenance, contentOrigin, contentPlace, contentHost };
}

/** What holds control characters or spaces at its ends is no mark that a policy could name, and none at all. */
const plainOf = (text = ''): string => canonicalPlain(text) ?? '';

/** `''` for a name, whose address nobody knows yet. */
const addressOf = (text: string): string => canonicalAddress(dialledHost(text)) ?? '';

/** Whoever goes to another origin is not on the same one, whatever is known of the address. */
function originFactOf({ capability, url }: Gate, { documentUrl }: Surroundings): PolicyFacts['origin'] {
  const same = url === undefined || isSameOrigin(url, documentUrl);
  return same && capability !== 'NAVIGATE_CROSS_ORIGIN' ? 'SAME_ORIGIN' : 'CROSS_ORIGIN';
}

/** `OTHER` for a role that nobody acts on by itself. */
function roleOf(role: string | undefined): ElementRole {
  if (role === undefined) return 'NONE';
  return ELEMENT_ROLES.find((one) => one === role && one !== 'NONE') ?? 'OTHER';
}

/** As a name is known before it is resolved. */
export function expectedClass(host: string, hostMap: HostMap): AddressClass {
  const mapped = Object.hasOwn(hostMap, host) ? hostMap[host] : undefined;
  if (mapped === undefined) return classifyHost(host);
  return leastPublic([classifyHost(host), classifyAddress(mapped.address) ?? 'METADATA']);
}
