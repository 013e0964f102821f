-- The packages and images that are the tool itself, and how long its lines are supported. `json` keeps the text, so that the sync of
-- content/ finds a tool unchanged.
alter table tools add column main text[] not null default '{}', add column cycles json not null default '[]';
