import { expect, it } from 'vitest'
import { mayChangeSession } from './backend-sessions.ts'

it.each([
  'select 1',
  'with a as (select 1) select * from a',
  'insert into notes values ($1)',
  'update products set name = $1',
  'begin',
  'begin; select 1; commit;',
  'start transaction isolation level repeatable read',
  '-- why\nselect 1',
  '/* set */ select 1',
  'create table notes (text text)',
  '',
])('%j leaves the session as it is', (sql) => expect(mayChangeSession(sql)).toBe(false))

it.each([
  "set search_path = ''",
  'SET datestyle = iso',
  'begin; set work_mem = 1; commit',
  "select pg_catalog.set_config('search_path', '', false)",
  '-- why\nset role reader',
  'reset all',
  'discard all',
  'prepare a as select 1',
  'declare c cursor with hold for select 1',
  'listen news',
  'create temp table a (b int)',
  'create temporary table a (b int)',
  'select 1 into temp a',
  'select pg_advisory_lock(1)',
  'select pg_try_advisory_lock(1)',
  "do $$ begin perform set_config('a.b', 'c', false); end $$",
  'load x',
])('%j may change it', (sql) => expect(mayChangeSession(sql)).toBe(true))
