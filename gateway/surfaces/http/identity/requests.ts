// What a request to any of our origins brings: its token, its body, and what is said of a bad one.
import type { z } from 'zod';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { same } from './enrolment.ts';

export const bearerIn = (header: string | undefined): string => header?.replace(/^Bearer /u, '') ?? '';

export const isToken = (header: string | undefined, token: string): boolean => same(bearerIn(header), token);

/** Whoever has the app's token is the person, in the window or by a command. */
export const personIn = ({
  req,
}: {
  readonly req: { header: (name: string) => string | undefined };
}): 'person:ui' | 'person:terminal' =>
  req.header('x-ghost-client') === 'ui' ? 'person:ui' : 'person:terminal';

/** A body that is not JSON is `undefined`: the schema then says what was expected. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function badRequest(error: z.ZodError): Failure {
  const issue = error.issues[0];
  return failure(
    'http.bad-request',
    `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'does not fit'}`,
  );
}

export const unknownTask = (id: string): Failure =>
  failure('task.unknown', `there is no task \`${id}\``, {
    help: 'what it came to may be kept: look with `ghost results list`',
  });
