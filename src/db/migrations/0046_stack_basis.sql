-- What the stack of a product is that of, as its file or an editor says: its code, its SDK, the apps it builds. A submission names it.
alter table products add column stack_basis text not null default 'submission'
  check (stack_basis in ('own_code', 'self_hosted_edition', 'sdk', 'plugin', 'generated_apps', 'documentation', 'submission'));
update products set stack_basis = 'own_code' where source_kind = 'curated';
