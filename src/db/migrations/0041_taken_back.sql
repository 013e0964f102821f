-- `taken_back`: the owner took the proposal back before an editor decided.
alter table proposals drop constraint proposals_outcome_check;
alter table proposals add constraint proposals_outcome_check
  check (outcome in ('accepted', 'declined', 'replaced', 'taken_back', 'left'));
