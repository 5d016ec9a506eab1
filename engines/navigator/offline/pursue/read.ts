// Goals that ask for something: a fact, one of many, a summary. INVARIANT: what is answered is quoted from the page at hand.
import { MIN_SURE } from '#engines/navigator/offline/page/ground.ts';
import { coverage, normalise, similarity } from '#engines/language.ts';
import type { ExtractedFact } from '#engines/navigator/contract.ts';
import { approach } from '#engines/navigator/offline/tactics/approach.ts';
import { chooseRecord, factOf, type Chosen } from '#engines/navigator/offline/tactics/choose-record.ts';
import { clip, findFact, summarise, type Finding } from '#engines/navigator/offline/page/facts.ts';
import { evaluate } from '#engines/navigator/offline/tactics/evaluate.ts';
import { describeSource } from '#engines/navigator/offline/words/source.ts';
import { wordsOf, type GoalOf, type Wanted } from '#engines/navigator/offline/words/goals.ts';
import { type Selector } from '#engines/navigator/offline/words/selectors.ts';
import { quoteNear, within } from '#engines/navigator/offline/page/outline.ts';
import type { PageRecord } from '#engines/navigator/offline/page/records.ts';
import { findDate, findMoney } from '#engines/navigator/offline/words/values.ts';
import {
  click,
  inheritedNoun,
  isAbout,
  mainRecords,
  spent,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';

export function pursueRead(situation: Situation, goal: GoalOf<'READ'>): Move {
  return goal.of !== null && (goal.of.by !== null || goal.of.nth !== null)
    ? readOneOfMany(situation, goal, goal.of)
    : readFact(situation, goal);
}

function readFact(situation: Situation, goal: GoalOf<'READ'>): Move {
  const { outline } = situation;
  const of = goal.of === null ? null : (goal.of.about ?? goal.of.noun);
  const fact = goal.fact ?? of ?? '';
  const about = of === null || isAbout(outline, of) || openedFor(situation, of);
  const found = [
    ...(of === null ? [] : recordFindings(situation, of, fact)),
    ...findFact(outline, fact, of, goal.wants, about),
  ].sort((a, b) => b.score - a.score);
  const best = found[0];
  if (best !== undefined && best.score >= 0.8) return answerWith(best, found);
  const move =
    of === null || about
      ? approach(situation, {
          phrase: about && of !== null ? fact : of === null ? linkWords(fact) : '',
          hints: fact,
          noSearch: true,
        })
      : approach(situation, { phrase: of, hints: fact });
  if (best !== undefined && (move === null || best.score >= MIN_SURE)) return answerWith(best, found);
  return (
    move ??
    stuck(`“${fact}”${of === null ? '' : ` of “${of}”`} was not found on ${situation.observation.origin}`)
  );
}

/** Long questions make bad links: only a short phrase is looked for among them. */
const linkWords = (fact: string): string => (fact.split(/\s+/).length <= 3 ? fact : '');

/** A list entry of that very name, with the value in its own text. */
function recordFindings(situation: Situation, of: string, fact: string): readonly Finding[] {
  return mainRecords(situation.outline).flatMap((record) => {
    if (similarity(of, record.name) < 0.85) return [];
    const value = valueIn(record, fact, 'ANY');
    return value === null
      ? []
      : [
          {
            score: 0.9,
            fact: {
              label: `${record.name}: ${fact}`,
              value,
              quote: quoteNear(record.item, value),
              url: situation.observation.url,
            },
          },
        ];
  });
}

/** The thing was opened by a click on its name in this very goal. */
function openedFor(situation: Situation, of: string): boolean {
  const last = situation.tried.findLast(
    ({ entry }) => entry.proposal.action === 'CLICK' && entry.outcome === 'done',
  )?.entry;
  const name = last?.element?.name ?? '';
  return name !== '' && coverage(of, name) >= 0.85 && similarity(name, situation.outline.subject) >= 0.8;
}

function answerWith(best: Finding, found: readonly Finding[]): Move {
  const rival = found.find((other) => other.fact.value !== best.fact.value);
  const margin = best.score - (rival?.score ?? 0);
  return {
    kind: 'ANSWER',
    answer: best.fact.value,
    facts: [best.fact],
    confidence: Math.min(0.96, best.score * (0.8 + 0.2 * Math.min(1, margin / 0.15))),
    why: `“${best.fact.label}” says so`,
  };
}

function readOneOfMany(situation: Situation, goal: GoalOf<'READ'>, of: Selector): Move {
  const { outline, observation } = situation;
  const opened = situation.tried.findLast(({ entry }) => entry.proposal.action === 'CLICK')?.entry;
  const name = opened?.element?.name ?? '';
  if (
    opened?.outcome === 'done' &&
    opened.proposal.reasoning.includes(CHOSEN) &&
    coverage(name, outline.subject) >= 0.8
  ) {
    if (goal.fact === null) return pursueSummary(situation);
    const found = findFact(outline, goal.fact, null, goal.wants, true);
    const best = found[0];
    return best === undefined ? stuck(`“${goal.fact}” of “${name}” was not found`) : answerWith(best, found);
  }
  const choice = chooseRecord(situation, of);
  if ('move' in choice)
    return choice.move ?? stuck(`no list of ${noun(situation, of)} was found on ${observation.origin}`);
  if ('gathered' in choice)
    return {
      kind: 'ANSWER',
      answer: `${choice.gathered.label}: ${choice.gathered.value}`,
      facts: [choice.gathered],
      confidence: 0.85,
      why: 'the best of all pages of the list',
    };
  return answerFrom(situation, goal, of, choice.chosen);
}

const CHOSEN = 'the value stands on its own page';

function answerFrom(situation: Situation, goal: GoalOf<'READ'>, of: Selector, chosen: Chosen): Move {
  const { record, confidence } = chosen;
  const url = situation.observation.url;
  const why = `${wordsOf({ ...of, noun: noun(situation, of) })}${chosen.note === '' ? '' : `: ${chosen.note}`}`;
  const compared: readonly ExtractedFact[] =
    of.by === null || of.by.key === 'DATE' ? [] : [factOf(record, of.by, url)];
  const answered = (answer: string, facts: readonly ExtractedFact[]): Move => ({
    kind: 'ANSWER',
    answer,
    facts,
    confidence,
    why,
  });
  if (goal.fact === null) {
    const whole = {
      label: record.name,
      value: clip(record.text, 600),
      quote: quoteNear(record.item, longestText(record)),
      url,
    };
    if (compared.length > 0) return answered(`${record.name}: ${compared[0]?.value ?? ''}`, compared);
    if (record.fields.length > 0 && record.link !== null && !spent(situation, 'CLICK', record.link))
      return click(record.link, confidence, CHOSEN, true);
    return answered(record.text === '' ? record.name : clip(record.text, 600), [whole]);
  }
  const value = valueIn(record, goal.fact, goal.wants);
  if (value !== null) {
    const old =
      record.oldPrice !== null && /price|cost/i.test(goal.fact) ? ` (was ${record.oldPrice.text})` : '';
    const gone = record.available ? '' : ' (out of stock)';
    return answered(`${value}${old}${gone}: ${record.name}`, [
      { label: `${record.name}: ${goal.fact}`, value, quote: quoteNear(record.item, value), url },
    ]);
  }
  if (record.link === null) return stuck(`“${goal.fact}” of “${record.name}” is not said here`);
  return {
    kind: 'ACT',
    action: 'CLICK',
    item: record.link,
    text: null,
    confidence,
    why: CHOSEN,
    onTheWay: true,
  };
}

const longestText = (record: PageRecord): string =>
  [...within(record.item)]
    .map((item) => item.node.name)
    .reduce((a, b) => (b.length > a.length ? b : a), record.name);

const noun = (situation: Situation, of: Selector): string =>
  of.noun === '' ? inheritedNoun(situation) : of.noun;

/** A record's own value for a fact: a column, or what a card says without a label. */
function valueIn(record: PageRecord, fact: string, wants: Wanted): string | null {
  const wanted = normalise(fact);
  const field = record.fields
    .map((one) => ({ one, score: similarity(fact, one.label) }))
    .filter(({ score }) => score >= 0.75)
    .sort((a, b) => b.score - a.score)[0]?.one;
  if (field !== undefined) return field.text;
  const dated = record.fields.find((one) => findDate(one.text) !== null);
  if (wants === 'DATE' && dated !== undefined) return dated.text;
  const money = record.fields.filter((one) => findMoney(one.text).length > 0);
  if (wants === 'MONEY' && money.length === 1) return money[0]?.text ?? null;
  if (/^(name|title|which|one)$/.test(wanted)) return record.name;
  if (/\b(price|cost)\b/.test(wanted)) return record.price?.text ?? null;
  if (/\b(rating|rated|stars)\b/.test(wanted))
    return /\d(?:[.,]\d+)?\s*(?:\/|out of|of|stars?|★)\s*\d*/i.exec(record.text)?.[0] ?? null;
  if (/\b(stock|availability|available)\b/.test(wanted))
    return record.available ? 'in stock' : 'out of stock';
  return null;
}

export function pursueSummary(situation: Situation): Move {
  const { answer, facts } = summarise(situation.outline);
  return facts.length === 0
    ? stuck(`there is no text to summarise on ${situation.observation.url}`)
    : { kind: 'ANSWER', answer, facts, confidence: 0.8, why: 'these are the texts of the page' };
}

/** A count or sum that is itself the answer. */
export function pursueReckon(situation: Situation, goal: GoalOf<'RECKON'>): Move {
  const found = evaluate(goal.source, situation);
  const label = describeSource(goal.source);
  if (found === null) return stuck(`the ${label} could not be worked out from this page`);
  const fact = { label, value: found.value, quote: found.quote, url: situation.observation.url };
  return {
    kind: 'ANSWER',
    // How it was worked out stands beside it.
    answer: found.shown ?? found.value,
    facts: [fact],
    confidence: found.confidence,
    why: `${label}, from this page`,
  };
}
