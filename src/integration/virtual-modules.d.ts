/* oxlint-disable typescript/consistent-type-imports -- an import statement would make this a module, and its declarations no longer ambient */
declare module 'virtual:snapshot' {
  const snapshot: import('#catalog/snapshot.ts').Snapshot
  export default snapshot
}

declare module 'virtual:changes' {
  const changes: import('#catalog/snapshot.ts').PublishedChanges
  export default changes
}

declare module 'virtual:issues' {
  const issues: import('#catalog/snapshot.ts').PublishedIssue[]
  export default issues
}

declare module 'virtual:docs' {
  const docs: import('#content-files/load.ts').Content['docs']
  export default docs
}

declare module 'virtual:mail-templates' {
  const templates: import('#mail/mails.ts').MailTemplates
  export default templates
}
