-- Up Migration
create table ghost.nodes (
  id text primary key,
  host text not null,
  version text not null,
  places integer not null,
  running integer not null default 0,
  policy text,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  left_at timestamptz
);

create table ghost.tasks (
  id text primary key,
  job uuid not null,
  intent text not null,
  start_url text,
  approve text not null check (approve in ('ask', 'deny')),
  priority integer not null default 0,
  submitted_by text not null,
  submitted_at timestamptz not null default now(),
  -- Not begun by then, it is not begun any more.
  begin_before timestamptz,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'ENDED')),
  -- Which of the job's attempts has it, and which node.
  attempt integer not null default -1,
  -- How often it was lost with its node.
  losses integer not null default 0,
  node text,
  begun_at timestamptz,
  -- The first act that may have changed something.
  effect_at timestamptz,
  effect_what text,
  cancel_at timestamptz,
  ended_at timestamptz,
  status text,
  result jsonb,
  error jsonb,
  check ((state = 'ENDED') = (status is not null))
);
create index tasks_by_time on ghost.tasks (submitted_at desc);
create index tasks_of_node on ghost.tasks (node) where state = 'RUNNING';

-- Down Migration
drop table ghost.tasks;
drop table ghost.nodes;
