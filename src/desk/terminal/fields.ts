import { z } from 'zod'
import type { ListingForReview } from '#db/queries/review-queue.ts'
import { type EditableName, editableFields, isEditable } from '#editorial/editable-fields.ts'
import { editable } from '#authoring/terminal-text.ts'

/** A field that the key `e` edits, with its value as it is typed. */
interface ShownField {
  key: string
  name: EditableName
  value: string
  /** A list is typed by commas. An entry with a comma of its own would become two. */
  isList: boolean
  hasComma: boolean
  canBeEmpty: boolean
}

// Safe cast: the keys of `editableFields`, which Object.keys types as string.
const names = (Object.keys(editableFields) as EditableName[]).filter(
  // The command `feature` sets these.
  (name) => name !== 'is_featured' && name !== 'featured_rank',
)

/** The fields of a listing that can be edited, in the order of the menu. */
export function fieldsOf(listing: ListingForReview): ShownField[] {
  return names.map((name, index) => {
    const values = [listing[name === 'tool_slugs' ? 'tools' : name] ?? []].flat().map(String)
    return {
      key: 'abcdefghijklmnopqrstuvwxyz'[index]!,
      name,
      value: editable(values.join(', ')),
      isList: editableFields[name].as === 'list',
      hasComma: editableFields[name].as === 'list' && values.some((value) => value.includes(',')),
      canBeEmpty: editableFields[name].canBeEmpty,
    }
  })
}

export function fieldOf(listing: ListingForReview, name: string): ShownField | undefined {
  return fieldsOf(listing).find((field) => field.name === name)
}

/** The words that a field takes; empty if it takes any text. `topics` are the slugs of topics. */
export function wordsOfField(name: string, topics: readonly string[]): readonly string[] {
  if (name === 'topics') return topics
  return isEditable(name) ? wordsOf(editableFields[name].schema) : []
}

function wordsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return wordsOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return wordsOf(schema.element)
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}

/** The question for the new value of a field. */
export function askField(listing: ListingForReview, name: string): string {
  const field = fieldOf(listing, name)
  const list = field?.isList ? ', by commas' : ''
  const comma = field?.hasComma ? ' (an entry has a comma of its own: do not keep it here)' : ''
  return `${name}${list}${comma}; \\n is a new line${field?.canBeEmpty ? ', nothing clears it' : ''}`
}
