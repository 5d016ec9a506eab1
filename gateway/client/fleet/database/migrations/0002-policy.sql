-- Up Migration
-- Signed bundles as they were published: each node checks them itself.
create table ghost.policies (
  id text not null,
  -- What a number of JSON holds exactly.
  revision bigint not null check (revision between 0 and 4503599627370496),
  -- Of the manifest: the bundle's own name.
  digest text not null check (length(digest) <= 100),
  bundle text not null check (octet_length(bundle) <= 16777216),
  published_by text not null check (length(published_by) <= 100),
  published_at timestamptz not null default now(),
  primary key (id, revision)
);

-- Who is to have which: nothing here is taken back, and a later row only adds to it.
create table ghost.policy_orders (
  number bigint generated always as identity primary key,
  -- By which the order that ends a stop names it.
  id text not null unique check (length(id) <= 100),
  policy text not null,
  what text not null check (what in ('ROLL_OUT', 'REVERT', 'STOP', 'GO_ON')),
  revision bigint,
  -- Of a revert: whose documents it has.
  source bigint,
  -- Of a hundred nodes, and nodes with one of these labels besides.
  share integer not null default 0 check (share between 0 and 100),
  labels text[] not null default '{}',
  -- Of what ends stops: which, and the signature that nodes hold it against.
  ends text[] not null default '{}',
  key_id text,
  signature text,
  reason text not null check (length(reason) <= 500),
  ordered_by text not null check (length(ordered_by) <= 100),
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
  add column stops text[] not null default '{}',
  add column refused text,
  add column beside_revision bigint,
  add column beside_differences bigint;

-- Down Migration
alter table ghost.nodes
  drop column labels,
  drop column followed,
  drop column revision,
  drop column denies,
  drop column stops,
  drop column refused,
  drop column beside_revision,
  drop column beside_differences;
drop table ghost.policy_orders;
drop table ghost.policies;
