-- Up Migration
-- Signed bundles as they were published: each node checks them itself.
create table ghost.policies (
  id text not null,
  revision bigint not null,
  -- Of the manifest: the bundle's own name.
  digest text not null,
  bundle text not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (id, revision)
);

-- Who is to have which: nothing here is taken back, and a later row only adds to it.
create table ghost.policy_orders (
  number bigint generated always as identity primary key,
  policy text not null,
  what text not null check (what in ('ROLL_OUT', 'REVERT', 'STOP', 'GO_ON')),
  revision bigint,
  -- Of a revert: whose documents it has.
  source bigint,
  -- Of a hundred nodes, and nodes with one of these labels besides.
  share integer not null default 0 check (share between 0 and 100),
  labels text[] not null default '{}',
  reason text not null,
  ordered_by text not null,
  ordered_at timestamptz not null default now(),
  check ((what in ('ROLL_OUT', 'REVERT')) = (revision is not null)),
  foreign key (policy, revision) references ghost.policies (id, revision)
);
create index policy_orders_of on ghost.policy_orders (policy, number desc);

alter table ghost.nodes
  add column labels text[] not null default '{}',
  add column followed text,
  add column revision bigint,
  add column denies text,
  add column refused text,
  add column beside_revision bigint,
  add column beside_differences bigint;

-- Down Migration
alter table ghost.nodes
  drop column labels,
  drop column followed,
  drop column revision,
  drop column denies,
  drop column refused,
  drop column beside_revision,
  drop column beside_differences;
drop table ghost.policy_orders;
drop table ghost.policies;
