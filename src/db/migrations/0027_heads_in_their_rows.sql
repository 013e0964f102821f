-- A head is asked for several times by each question and has to stay in its row: with what people ask for (0026) it went over the 2 kB from which
-- Postgres moves values out, and a question cost twice as much. Up to 4 kB the body alone is moved out. Rows are written anew by their version. Decision 0028.
alter table search_documents alter column head set storage main;
alter table search_documents set (toast_tuple_target = 4096);
