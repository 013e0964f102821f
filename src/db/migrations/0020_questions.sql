-- Questions that found nothing, by day, so that editors see which words the topics lack. Nothing says who asked: core/kept-question.ts
-- makes the text, without what looks like an address, a secret or a long number.
create table unanswered_questions (
  day date not null,
  door text collate "C" not null check (door in ('rest', 'mcp', 'page')),
  question text collate "C" not null check (char_length(question) between 1 and 80),
  count integer not null check (count > 0),
  primary key (day, door, question)
);
