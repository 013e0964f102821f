import { editorApi } from '#editor-api/handler.ts'
import { editorParts } from '#composition.ts'

/** /api/editor/…: commands and desk of editors. */
export const ALL = editorApi(editorParts)
