// By which code an error says what failed: of the system (`ENOENT`) or of a library. INVARIANT: what has none is '', and matches none.

export const errorCode = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
