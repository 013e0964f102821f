-- Files of each day, questions that found nothing, and the feed and webhook of editors were withdrawn: what they stored goes with them.
drop table catalog_days;
drop table unanswered_questions;
alter table editors drop column feed_hash;
delete from editor_notices where channel = 'webhook';
alter table editor_notices drop constraint editor_notices_channel_check;
alter table editor_notices add constraint editor_notices_channel_check check (channel = 'mail');
