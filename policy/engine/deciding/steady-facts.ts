// Generated from the rows of fact-table.ts: `node test/policy/generate-facts.ts`, then oxfmt.
// The facts of a request that stay the same from one request to the next, read together by the decider: one comparison each
// while they do. INVARIANT: a value that is not one of its fact's makes the request malformed and changes nothing here.
import type { DecideTables } from './decide-tables.ts';
import { FACTS } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { booleanOf, countOf, indexOf } from './member-index.ts';
import { readerOf } from './open-reader.ts';
import type { OpenReader } from './open-reader.ts';
import { factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';

const addressClassOf = indexOf(FACTS.addressClass);
const storageOf = indexOf(FACTS.storage);
const tabActionOf = indexOf(FACTS.tabAction);
const tabPolicyOf = indexOf(FACTS.tabPolicy);
const launchFlagsOf = indexOf(FACTS.launchFlags);
const schemeOf = indexOf(FACTS.scheme);
const initiatorOf = indexOf(FACTS.initiator);
const provenanceOf = indexOf(FACTS.provenance);
const contentOriginOf = indexOf(FACTS.contentOrigin);
const contentPlaceOf = indexOf(FACTS.contentPlace);
const methodOf = indexOf(FACTS.method);
const contentTypeOf = indexOf(FACTS.contentType);
const sentSizeOf = indexOf(FACTS.sentSize);
const fileTypeOf = indexOf(FACTS.fileType);
const fileSizeOf = indexOf(FACTS.fileSize);
const formPurposeOf = indexOf(FACTS.formPurpose);
const purposeOf = indexOf(FACTS.purpose);
const portClassOf = indexOf(FACTS.portClass);
const pageActOf = indexOf(FACTS.pageAct);
const channelOf = indexOf(FACTS.channel);
const weekdayOf = indexOf(FACTS.weekday);

/** In the order in which `#read` gives their numbers. */
export const STEADY_FACTS = [
  'pathAmbiguous',
  'query',
  'fragmentAmbiguous',
  'fragment',
  'folder',
  'endpoint',
  'elementId',
  'elementTestId',
  'address',
  'addressClass',
  'namedByUser',
  'storage',
  'tabAction',
  'tabPolicy',
  'launchFlags',
  'sandbox',
  'scheme',
  'initiator',
  'provenance',
  'contentOrigin',
  'contentPlace',
  'contentHost',
  'method',
  'contentType',
  'sentSize',
  'fileType',
  'fileSize',
  'formPurpose',
  'purpose',
  'portClass',
  'port',
  'pageAct',
  'targetReadable',
  'targetWritable',
  'valueHoldsSecret',
  'valueFromAnotherSite',
  'valueNotFromTask',
  'principal',
  'channel',
  'team',
  'groups',
  'weekday',
  'hour',
  'allActs',
  'changes',
  'siteActs',
  'minuteActs',
  'elementActs',
  'downloads',
] as const satisfies readonly FactName[];
const INDEX = STEADY_FACTS.map(factIndex);

/** Combinations that are told apart; forgotten all at once when there are more. */
const MAX_COMBINATIONS = 4096;
/** A number, as its fact's values are: comparing them stays comparing numbers. */
const NOT_READ = -1;

/** As a caller hands them over: they need not be what their types say. */
type Values = Readonly<Record<(typeof STEADY_FACTS)[number], unknown>>;

// What a value is compared with stands in the code where it is the neutral one: that takes a quarter of the time.

const isTaskSame = (facts: Values, last: Values): boolean =>
  facts.namedByUser === last.namedByUser &&
  facts.initiator === last.initiator &&
  facts.port === last.port &&
  facts.principal === last.principal &&
  facts.channel === last.channel &&
  facts.team === last.team &&
  facts.groups === last.groups &&
  facts.weekday === last.weekday &&
  facts.hour === last.hour &&
  facts.allActs === last.allActs &&
  facts.changes === last.changes &&
  facts.siteActs === last.siteActs &&
  facts.minuteActs === last.minuteActs &&
  facts.elementActs === last.elementActs &&
  facts.downloads === last.downloads;

const isTargetNeutral = (facts: Values): boolean =>
  facts.sandbox === true &&
  facts.targetReadable === true &&
  facts.targetWritable === true &&
  facts.addressClass === 'PUBLIC' &&
  facts.tabPolicy === 'SINGLE_TAB' &&
  facts.scheme === 'HTTPS' &&
  facts.provenance === 'USER' &&
  facts.contentOrigin === 'NONE' &&
  facts.contentPlace === 'NONE' &&
  facts.method === 'NONE' &&
  facts.purpose === 'DOCUMENT' &&
  facts.portClass === 'DEFAULT';

const isTargetSame = (facts: Values, last: Values): boolean =>
  facts.sandbox === last.sandbox &&
  facts.targetReadable === last.targetReadable &&
  facts.targetWritable === last.targetWritable &&
  facts.addressClass === last.addressClass &&
  facts.tabPolicy === last.tabPolicy &&
  facts.scheme === last.scheme &&
  facts.provenance === last.provenance &&
  facts.contentOrigin === last.contentOrigin &&
  facts.contentPlace === last.contentPlace &&
  facts.method === last.method &&
  facts.purpose === last.purpose &&
  facts.portClass === last.portClass;

const isRestNeutral = (facts: Values): boolean =>
  facts.pathAmbiguous === false &&
  facts.fragmentAmbiguous === false &&
  facts.valueHoldsSecret === false &&
  facts.valueFromAnotherSite === false &&
  facts.valueNotFromTask === false &&
  facts.query === '' &&
  facts.fragment === '' &&
  facts.folder === '' &&
  facts.endpoint === '' &&
  facts.elementId === '' &&
  facts.elementTestId === '' &&
  facts.address === '' &&
  facts.storage === 'NONE' &&
  facts.tabAction === 'NONE' &&
  facts.launchFlags === 'CLEAN' &&
  facts.contentHost === '' &&
  facts.contentType === 'NONE' &&
  facts.sentSize === 'NONE' &&
  facts.fileType === 'NONE' &&
  facts.fileSize === 'NONE' &&
  facts.formPurpose === 'NONE' &&
  facts.pageAct === 'NONE';

const isRestSame = (facts: Values, last: Values): boolean =>
  facts.pathAmbiguous === last.pathAmbiguous &&
  facts.fragmentAmbiguous === last.fragmentAmbiguous &&
  facts.valueHoldsSecret === last.valueHoldsSecret &&
  facts.valueFromAnotherSite === last.valueFromAnotherSite &&
  facts.valueNotFromTask === last.valueNotFromTask &&
  facts.query === last.query &&
  facts.fragment === last.fragment &&
  facts.folder === last.folder &&
  facts.endpoint === last.endpoint &&
  facts.elementId === last.elementId &&
  facts.elementTestId === last.elementTestId &&
  facts.address === last.address &&
  facts.storage === last.storage &&
  facts.tabAction === last.tabAction &&
  facts.launchFlags === last.launchFlags &&
  facts.contentHost === last.contentHost &&
  facts.contentType === last.contentType &&
  facts.sentSize === last.sentSize &&
  facts.fileType === last.fileType &&
  facts.fileSize === last.fileSize &&
  facts.formPurpose === last.formPurpose &&
  facts.pageAct === last.pageAct;

export class SteadyFacts {
  readonly #tables: DecideTables;
  readonly #raw: Int32Array;
  readonly #query: OpenReader;
  readonly #fragment: OpenReader;
  readonly #folder: OpenReader;
  readonly #endpoint: OpenReader;
  readonly #elementId: OpenReader;
  readonly #elementTestId: OpenReader;
  readonly #address: OpenReader;
  readonly #contentHost: OpenReader;
  readonly #port: OpenReader;
  readonly #principal: OpenReader;
  readonly #team: OpenReader;
  readonly #groups: OpenReader;
  readonly #numbers = new Map<number, number>();
  /**
   * Texts from the start, and as they are written in requests: what is compared are then addresses. One of the first ones is no
   * value of its fact: whatever comes first is read.
   */
  readonly #last: { -readonly [name in keyof Values]: unknown } = {
    pathAmbiguous: FACTS.pathAmbiguous.neutral,
    query: FACTS.query.neutral,
    fragmentAmbiguous: FACTS.fragmentAmbiguous.neutral,
    fragment: FACTS.fragment.neutral,
    folder: FACTS.folder.neutral,
    endpoint: FACTS.endpoint.neutral,
    elementId: FACTS.elementId.neutral,
    elementTestId: FACTS.elementTestId.neutral,
    address: FACTS.address.neutral,
    addressClass: FACTS.addressClass.neutral,
    namedByUser: FACTS.namedByUser.neutral,
    storage: FACTS.storage.neutral,
    tabAction: FACTS.tabAction.neutral,
    tabPolicy: FACTS.tabPolicy.neutral,
    launchFlags: FACTS.launchFlags.neutral,
    sandbox: FACTS.sandbox.neutral,
    scheme: FACTS.scheme.neutral,
    initiator: FACTS.initiator.neutral,
    provenance: FACTS.provenance.neutral,
    contentOrigin: FACTS.contentOrigin.neutral,
    contentPlace: FACTS.contentPlace.neutral,
    contentHost: FACTS.contentHost.neutral,
    method: FACTS.method.neutral,
    contentType: FACTS.contentType.neutral,
    sentSize: FACTS.sentSize.neutral,
    fileType: FACTS.fileType.neutral,
    fileSize: FACTS.fileSize.neutral,
    formPurpose: FACTS.formPurpose.neutral,
    purpose: FACTS.purpose.neutral,
    portClass: FACTS.portClass.neutral,
    port: FACTS.port.neutral,
    pageAct: FACTS.pageAct.neutral,
    targetReadable: FACTS.targetReadable.neutral,
    targetWritable: FACTS.targetWritable.neutral,
    valueHoldsSecret: FACTS.valueHoldsSecret.neutral,
    valueFromAnotherSite: FACTS.valueFromAnotherSite.neutral,
    valueNotFromTask: FACTS.valueNotFromTask.neutral,
    principal: FACTS.principal.neutral,
    channel: FACTS.channel.neutral,
    team: FACTS.team.neutral,
    groups: FACTS.groups.neutral,
    weekday: FACTS.weekday.neutral,
    hour: NOT_READ,
    allActs: FACTS.allActs.neutral,
    changes: FACTS.changes.neutral,
    siteActs: FACTS.siteActs.neutral,
    minuteActs: FACTS.minuteActs.neutral,
    elementActs: FACTS.elementActs.neutral,
    downloads: FACTS.downloads.neutral,
  };
  #isTargetNeutral = false;
  #isRestNeutral = false;
  #number = -1;
  #next = 1;

  /** `raw`: where the numbers of the values are kept, by fact. Nobody else writes those of these facts. */
  constructor(tables: DecideTables, space: Space, raw: Int32Array) {
    this.#tables = tables;
    this.#raw = raw;
    this.#query = readerOf('query', space);
    this.#fragment = readerOf('fragment', space);
    this.#folder = readerOf('folder', space);
    this.#endpoint = readerOf('endpoint', space);
    this.#elementId = readerOf('elementId', space);
    this.#elementTestId = readerOf('elementTestId', space);
    this.#address = readerOf('address', space);
    this.#contentHost = readerOf('contentHost', space);
    this.#port = readerOf('port', space);
    this.#principal = readerOf('principal', space);
    this.#team = readerOf('team', space);
    this.#groups = readerOf('groups', space);
  }

  /**
   * The number of the classes of their values, `-1` where one is malformed. Numbers are not used again: equal ones are
   * equal classes, whatever was forgotten in between.
   */
  of(facts: PolicyFacts): number {
    const last = this.#last;
    return isTaskSame(facts, last) &&
      (this.#isTargetNeutral ? isTargetNeutral(facts) : isTargetSame(facts, last)) &&
      (this.#isRestNeutral ? isRestNeutral(facts) : isRestSame(facts, last))
      ? this.#number
      : this.#read(facts);
  }

  #read(facts: PolicyFacts): number {
    // Each is read once: what is looked at is what is kept.
    const {
      pathAmbiguous,
      query,
      fragmentAmbiguous,
      fragment,
      folder,
      endpoint,
      elementId,
      elementTestId,
      address,
      addressClass,
      namedByUser,
      storage,
      tabAction,
      tabPolicy,
      launchFlags,
      sandbox,
      scheme,
      initiator,
      provenance,
      contentOrigin,
      contentPlace,
      contentHost,
      method,
      contentType,
      sentSize,
      fileType,
      fileSize,
      formPurpose,
      purpose,
      portClass,
      port,
      pageAct,
      targetReadable,
      targetWritable,
      valueHoldsSecret,
      valueFromAnotherSite,
      valueNotFromTask,
      principal,
      channel,
      team,
      groups,
      weekday,
      hour,
      allActs,
      changes,
      siteActs,
      minuteActs,
      elementActs,
      downloads,
    } = facts;
    const values = [
      booleanOf(pathAmbiguous),
      this.#query.of(query),
      booleanOf(fragmentAmbiguous),
      this.#fragment.of(fragment),
      this.#folder.of(folder),
      this.#endpoint.of(endpoint),
      this.#elementId.of(elementId),
      this.#elementTestId.of(elementTestId),
      this.#address.of(address),
      addressClassOf(addressClass),
      booleanOf(namedByUser),
      storageOf(storage),
      tabActionOf(tabAction),
      tabPolicyOf(tabPolicy),
      launchFlagsOf(launchFlags),
      booleanOf(sandbox),
      schemeOf(scheme),
      initiatorOf(initiator),
      provenanceOf(provenance),
      contentOriginOf(contentOrigin),
      contentPlaceOf(contentPlace),
      this.#contentHost.of(contentHost),
      methodOf(method),
      contentTypeOf(contentType),
      sentSizeOf(sentSize),
      fileTypeOf(fileType),
      fileSizeOf(fileSize),
      formPurposeOf(formPurpose),
      purposeOf(purpose),
      portClassOf(portClass),
      this.#port.of(port),
      pageActOf(pageAct),
      booleanOf(targetReadable),
      booleanOf(targetWritable),
      booleanOf(valueHoldsSecret),
      booleanOf(valueFromAnotherSite),
      booleanOf(valueNotFromTask),
      this.#principal.of(principal),
      channelOf(channel),
      this.#team.of(team),
      this.#groups.of(groups),
      weekdayOf(weekday),
      countOf(hour, FACTS.hour.max),
      countOf(allActs, FACTS.allActs.max),
      countOf(changes, FACTS.changes.max),
      countOf(siteActs, FACTS.siteActs.max),
      countOf(minuteActs, FACTS.minuteActs.max),
      countOf(elementActs, FACTS.elementActs.max),
      countOf(downloads, FACTS.downloads.max),
    ];
    if (values.some((value) => value < 0)) return -1;
    let code = 0;
    for (let index = 0; index < values.length; index++) {
      const fact = INDEX[index] ?? 0;
      const value = values[index] ?? 0;
      this.#raw[fact] = value;
      code += this.#tables.codeOf[fact]?.[value] ?? 0;
    }
    const last = this.#last;
    last.pathAmbiguous = pathAmbiguous;
    last.query = query;
    last.fragmentAmbiguous = fragmentAmbiguous;
    last.fragment = fragment;
    last.folder = folder;
    last.endpoint = endpoint;
    last.elementId = elementId;
    last.elementTestId = elementTestId;
    last.address = address;
    last.addressClass = addressClass;
    last.namedByUser = namedByUser;
    last.storage = storage;
    last.tabAction = tabAction;
    last.tabPolicy = tabPolicy;
    last.launchFlags = launchFlags;
    last.sandbox = sandbox;
    last.scheme = scheme;
    last.initiator = initiator;
    last.provenance = provenance;
    last.contentOrigin = contentOrigin;
    last.contentPlace = contentPlace;
    last.contentHost = contentHost;
    last.method = method;
    last.contentType = contentType;
    last.sentSize = sentSize;
    last.fileType = fileType;
    last.fileSize = fileSize;
    last.formPurpose = formPurpose;
    last.purpose = purpose;
    last.portClass = portClass;
    last.port = port;
    last.pageAct = pageAct;
    last.targetReadable = targetReadable;
    last.targetWritable = targetWritable;
    last.valueHoldsSecret = valueHoldsSecret;
    last.valueFromAnotherSite = valueFromAnotherSite;
    last.valueNotFromTask = valueNotFromTask;
    last.principal = principal;
    last.channel = channel;
    last.team = team;
    last.groups = groups;
    last.weekday = weekday;
    last.hour = hour;
    last.allActs = allActs;
    last.changes = changes;
    last.siteActs = siteActs;
    last.minuteActs = minuteActs;
    last.elementActs = elementActs;
    last.downloads = downloads;
    this.#isTargetNeutral = isTargetNeutral(last);
    this.#isRestNeutral = isRestNeutral(last);
    this.#number = this.#numbers.get(code) ?? this.#intern(code);
    return this.#number;
  }

  #intern(code: number): number {
    if (this.#numbers.size >= MAX_COMBINATIONS) this.#numbers.clear();
    const number = this.#next++;
    this.#numbers.set(code, number);
    return number;
  }
}
