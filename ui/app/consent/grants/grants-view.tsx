// What the person's answers still allow: by whom, what, where, how often it was used, until when; each can be taken back.
// INVARIANT: nothing here allows anything; what is shown is as fresh as the log.
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { clock, counted, day, duration } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf, addressOfTask } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './grants.module.css';

export default function GrantsView() {
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [read, setRead] = useState<Result<readonly GrantView[]> | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const at = useRef<number | null>(null);

  useEffect(() => {
    if (!isLive) return undefined;
    const gone = new AbortController();
    const look = (): void => {
      void gateway.grants(gone.signal).then((found) => {
        if (!gone.signal.aborted) setRead(found);
      });
    };
    look();
    // Every answer, every use and every revocation is an entry of the log.
    const unsubscribe = useWorld.subscribe(({ auditHead }, before) => {
      if (auditHead !== before.auditHead) look();
    });
    return () => {
      unsubscribe();
      gone.abort();
    };
  }, [isLive]);
  // The row that was taken back has left: the keyboard goes on with the one in its place.
  useEffect(() => {
    if (at.current === null || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
    (buttons[Math.min(at.current, buttons.length - 1)] ?? heading.current)?.focus();
  });

  const revoke = async (grant: GrantView): Promise<void> => {
    if (!isLive) return;
    const done = await gateway.revokeGrant(grant.id);
    // What held no more is gone, whoever took it back.
    const isGone = done.ok || done.error.code === 'grant.unknown';
    setError(isGone ? null : done.error);
    // It holds still, and stands here.
    if (!isGone) return;
    if (done.ok) setSaid(`Taken back: ${visible(grant.says)} at ${visible(grant.where)}`);
    setRead((held) =>
      held?.ok === true ? { ok: true, value: held.value.filter(({ id }) => id !== grant.id) } : held,
    );
  };
  const grants = read?.ok === true ? read.value : [];

  return (
    <div className={styles['grants']}>
      <h1 ref={heading} tabIndex={-1}>
        Grants
      </h1>
      <p className={styles['hint']}>
        What your answers allow beyond the act that you were asked about. Each ends with its task, and when
        another policy comes into force. Taken back, the next such act is asked about again.
      </p>
      <p className={styles['hint']} role="status">
        {said}
      </p>
      {[error, read?.ok === false ? read.error : null].map((one) =>
        one === null ? null : (
          <div role="alert" key={one.code}>
            <FailureText error={one} />
          </div>
        ),
      )}
      {read === null ? (
        <p role="status">{isLive ? 'Asking what holds…' : 'The gateway cannot be asked right now.'}</p>
      ) : null}
      {read?.ok === true && grants.length === 0 ? <p>Nothing is granted now.</p> : null}
      <ul ref={list} className={styles['rows']} aria-label="What holds">
        {grants.map((grant, index) => (
          <li key={grant.id} className={styles['row']} onFocus={() => (at.current = index)}>
            <Words grant={grant} />
            <Button icon={Undo2} aria-disabled={!isLive} onClick={() => void revoke(grant)}>
              Revoke
              <span className="visually-hidden">
                : <Untrusted text={grant.says} /> at <Untrusted text={grant.where} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Words({ grant }: { grant: GrantView }) {
  const now = useNow(grant.endsAt !== null);
  const by = grant.by === 'person:ui' ? 'you, in this window' : grant.by;
  return (
    <div className={styles['words']}>
      <p className={styles['what']}>
        <strong>
          <Untrusted text={grant.where} limit={200} />
        </strong>
        {': '}
        <Untrusted text={grant.says} limit={200} />
      </p>
      <dl className={styles['facts']}>
        <Fact name="For">
          <a href={addressOfTask(grant.taskId)}>
            <Untrusted text={grant.intent} limit={120} />
          </a>
        </Fact>
        <Fact name="Allowed by">
          <Untrusted text={by} limit={80} />, {day(grant.grantedAt)}, {clock(grant.grantedAt)} ·{' '}
          <a href={addressOf({ view: 'audit', query: `why:${grant.consentId}` })}>in the log</a>
        </Fact>
        <Fact name="Used">
          {grant.kind === 'STORAGE'
            ? 'whenever its pages do'
            : grant.uses === 0
              ? 'not yet'
              : `${counted(grant.uses, 'time')}${grant.usedAt === null ? '' : `, last at ${clock(grant.usedAt)}`}`}
        </Fact>
        <Fact name="Ends">
          {grant.endsAt === null ? 'with its task' : `in ${duration(Date.parse(grant.endsAt) - now)}`}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
