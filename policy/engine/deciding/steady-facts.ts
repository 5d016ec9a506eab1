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
const purposeOf = indexOf(FACTS.purpose);
const portClassOf = indexOf(FACTS.portClass);
const pageActOf = indexOf(FACTS.pageAct);

/** In the order in which `#read` gives their numbers. */
export const STEADY_FACTS = [
  'pathAmbiguous',
  'folder',
  'endpoint',
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
  'purpose',
  'portClass',
  'port',
  'pageAct',
  'targetReadable',
  'targetWritable',
  'valueHoldsSecret',
  'valueFromAnotherSite',
  'valueNotFromTask',
  'downloads',
] as const satisfies readonly FactName[];
const INDEX = STEADY_FACTS.map(factIndex);

/** Combinations that are told apart; forgotten all at once when there are more. */
const MAX_COMBINATIONS = 4096;
/** A number, as its fact's values are: comparing them stays comparing numbers. */
const NOT_READ = -1;

/** As a caller hands them over: they need not be what their types say. */
type Values = Record<(typeof STEADY_FACTS)[number], unknown>;

export class SteadyFacts {
  readonly #tables: DecideTables;
  readonly #raw: Int32Array;
  readonly #folder: OpenReader;
  readonly #endpoint: OpenReader;
  readonly #port: OpenReader;
  readonly #numbers = new Map<number, number>();
  /**
   * Texts from the start, and as they are written in requests: what is compared are then addresses. One of the first ones is no
   * value of its fact: whatever comes first is read.
   */
  readonly #last: Values = {
    pathAmbiguous: FACTS.pathAmbiguous.neutral,
    folder: FACTS.folder.neutral,
    endpoint: FACTS.endpoint.neutral,
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
    purpose: FACTS.purpose.neutral,
    portClass: FACTS.portClass.neutral,
    port: FACTS.port.neutral,
    pageAct: FACTS.pageAct.neutral,
    targetReadable: FACTS.targetReadable.neutral,
    targetWritable: FACTS.targetWritable.neutral,
    valueHoldsSecret: FACTS.valueHoldsSecret.neutral,
    valueFromAnotherSite: FACTS.valueFromAnotherSite.neutral,
    valueNotFromTask: FACTS.valueNotFromTask.neutral,
    downloads: NOT_READ,
  };
  #number = -1;
  #next = 1;

  /** `raw`: where the numbers of the values are kept, by fact. Nobody else writes those of these facts. */
  constructor(tables: DecideTables, space: Space, raw: Int32Array) {
    this.#tables = tables;
    this.#raw = raw;
    this.#folder = readerOf('folder', space);
    this.#endpoint = readerOf('endpoint', space);
    this.#port = readerOf('port', space);
  }

  /**
   * The number of the classes of their values, `-1` where one is malformed. Numbers are not used again: equal ones are
   * equal classes, whatever was forgotten in between.
   */
  of(facts: PolicyFacts): number {
    const last = this.#last;
    return facts.pathAmbiguous === last.pathAmbiguous &&
      facts.namedByUser === last.namedByUser &&
      facts.sandbox === last.sandbox &&
      facts.targetReadable === last.targetReadable &&
      facts.targetWritable === last.targetWritable &&
      facts.valueHoldsSecret === last.valueHoldsSecret &&
      facts.valueFromAnotherSite === last.valueFromAnotherSite &&
      facts.valueNotFromTask === last.valueNotFromTask &&
      facts.folder === last.folder &&
      facts.endpoint === last.endpoint &&
      facts.addressClass === last.addressClass &&
      facts.storage === last.storage &&
      facts.tabAction === last.tabAction &&
      facts.tabPolicy === last.tabPolicy &&
      facts.launchFlags === last.launchFlags &&
      facts.scheme === last.scheme &&
      facts.initiator === last.initiator &&
      facts.provenance === last.provenance &&
      facts.contentOrigin === last.contentOrigin &&
      facts.contentPlace === last.contentPlace &&
      facts.purpose === last.purpose &&
      facts.portClass === last.portClass &&
      facts.port === last.port &&
      facts.pageAct === last.pageAct &&
      facts.downloads === last.downloads
      ? this.#number
      : this.#read(facts);
  }

  #read(facts: PolicyFacts): number {
    // Each is read once: what is looked at is what is kept.
    const {
      pathAmbiguous,
      folder,
      endpoint,
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
      purpose,
      portClass,
      port,
      pageAct,
      targetReadable,
      targetWritable,
      valueHoldsSecret,
      valueFromAnotherSite,
      valueNotFromTask,
      downloads,
    } = facts;
    const values = [
      booleanOf(pathAmbiguous),
      this.#folder.of(folder),
      this.#endpoint.of(endpoint),
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
      purposeOf(purpose),
      portClassOf(portClass),
      this.#port.of(port),
      pageActOf(pageAct),
      booleanOf(targetReadable),
      booleanOf(targetWritable),
      booleanOf(valueHoldsSecret),
      booleanOf(valueFromAnotherSite),
      booleanOf(valueNotFromTask),
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
    last.folder = folder;
    last.endpoint = endpoint;
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
    last.purpose = purpose;
    last.portClass = portClass;
    last.port = port;
    last.pageAct = pageAct;
    last.targetReadable = targetReadable;
    last.targetWritable = targetWritable;
    last.valueHoldsSecret = valueHoldsSecret;
    last.valueFromAnotherSite = valueFromAnotherSite;
    last.valueNotFromTask = valueNotFromTask;
    last.downloads = downloads;
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
