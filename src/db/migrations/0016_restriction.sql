-- Decision, Restriction: "kept in the database, followed by every instance". At most one is in force; one whose time is over restricts
-- nothing, and who set and lifted it is in the audit.
create table restriction (
  is_only boolean primary key default true check (is_only),
  until timestamptz(3) not null,
  covers text not null constraint restriction_covers_check check (covers in ('everything', 'submissions')),
  set_by text not null,
  set_at timestamptz(3) not null default clock_timestamp()
);
