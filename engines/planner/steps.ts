// How many steps an intent implies, by its clauses. Pure.

const VERB =
  /^(?:please\s+)?(?:then\s+)?(?:open|go|visit|navigate|browse|show|load|search|look|find|click|press|select|choose|pick|fill|enter|type|write|submit|send|post|publish|reply|buy|order|book|reserve|pay|add|put|remove|delete|cancel|change|set|update|log|sign|read|tell|compare|count|list|sort|filter|summari[sz]e|check|tick|untick|upload|download|copy|create|make|start|get|give|extract|report|subscribe|register)\b/iu;

/** Clauses that begin with something to do; at least one. */
export function impliedSteps(intent: string): number {
  const outside = intent.replace(/"[^"]*"|“[^”]*”/gu, ' ');
  const clauses = outside.split(/\s*(?:[;,]|\.(?=\s)|\band then\b|\band\b|\bthen\b|\bafter that\b)\s*/iu);
  return Math.max(1, clauses.filter((clause) => VERB.test(clause.trim())).length);
}
