// What the words that are typed would come to: told by the gateway, decided by the policy in the worker. INVARIANT: what is shown is of
// the words that stand there, or nothing is shown; a moment of silence is waited for before anybody is asked.
import { useEffect, useMemo, useState } from 'react';
import type { ForecastView } from '#gateway/protocol/views/forecast.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { ForeseeQuestion, NamedText } from '#ui/app/policy/editor/policy-check.ts';
import { ruleIdsIn } from '#ui/app/policy/editor/rule-ids.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { textsInForce } from '#ui/app/policy/editor/policy-check.ts';

const TYPING_MS = 200;

export type Foretold = {
  /** `null`: not known yet of these words. */
  readonly view: ForecastView | null;
  /** Of each act that is foreseen; `null`: not known yet, or nothing can be asked. */
  readonly decisions: readonly (BrowserDecision | null)[] | null;
  /** Ids of the rules in force. */
  readonly rules: readonly string[];
};

export function useForecast(text: string, startUrl: string | null): Foretold {
  const key = JSON.stringify([text, startUrl]);
  const [told, setTold] = useState<{ readonly key: string; readonly view: ForecastView } | null>(null);
  const texts = useTextsInForce();
  useEffect(() => {
    if (text === '') return undefined;
    const gone = new AbortController();
    const timer = window.setTimeout(() => {
      void gateway.forecast(text, startUrl, gone.signal).then((found) => {
        if (found.ok && !gone.signal.aborted) setTold({ key, view: found.value });
      });
    }, TYPING_MS);
    return () => {
      window.clearTimeout(timer);
      gone.abort();
    };
  }, [text, startUrl, key]);
  const view = told?.key === key ? told.view : null;
  const question = useMemo(
    (): ForeseeQuestion | null =>
      texts.length === 0 || view === null || view.expected.length === 0
        ? null
        : { inForce: texts, foreseen: view.expected.map(({ request }) => request) },
    [texts, view],
  );
  const { answer, stale } = usePolicyCheck(question);
  const rules = useMemo(() => [...new Set(texts.flatMap((one) => ruleIdsIn(one.text)))], [texts]);
  return { view, decisions: stale || view === null ? null : answer, rules };
}

/** None while something in force cannot be read: then nothing is foretold. */
function useTextsInForce(): readonly NamedText[] {
  const policy = useWorld((world) => world.status?.policy);
  const [texts, setTexts] = useState<readonly NamedText[]>([]);
  useEffect(() => {
    if (policy?.loaded !== true) return undefined;
    const gone = new AbortController();
    void gateway.policyFiles(gone.signal).then((files) => {
      if (gone.signal.aborted) return;
      const read = textsInForce(files.ok ? files.value : []);
      setTexts(files.ok && read.length === files.value.length ? read : []);
    });
    return () => gone.abort();
  }, [policy]);
  return texts;
}
