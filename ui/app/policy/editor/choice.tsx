// A choice among words of the policy's vocabulary, each in a person's words.

type Given<Word extends string> = {
  readonly label: string;
  readonly words: Readonly<Record<Word, string>>;
  /** In the order of the list. */
  readonly of: readonly Word[];
  /** `null`: none of them. */
  readonly value: Word | null;
  readonly onChange: (word: Word | null) => void;
  /** What stands for none of them; without it one of them is always chosen. */
  readonly none?: string;
  readonly className?: string | undefined;
};

export function Choice<Word extends string>(given: Given<Word>) {
  const { label, words, of, value, onChange, none, className } = given;
  return (
    <label className={className}>
      <span>{label}</span>
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(of.find((word) => word === target.value) ?? null)}
      >
        {none === undefined ? null : <option value="">{none}</option>}
        {of.map((word) => (
          <option key={word} value={word}>
            {words[word]}
          </option>
        ))}
      </select>
    </label>
  );
}
