-- Who writes a mail sends it right after the commit. The sender of what is due must not come in between: the writer would then say that
-- no provider took the mail. If the writer dies, the mail is due half a minute later.
alter table outbox alter column next_attempt_at set default now() + interval '30 seconds';
