import { editorApi } from '#editor-api/handler.ts'
import { editorParts } from '#composition.ts'

/** /api/editor/run: commands of editors. */
export const ALL = editorApi(editorParts)
