import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './service.ts'

interface Header {
  description: string
  schema: { enum?: string[]; const?: string }
}

interface DescribedOperation {
  responses: Record<string, { headers?: Record<string, Header> }>
}

/** The OpenAPI document, as it is served. */
export interface ApiDocument {
  servers: { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
}

/** Checks responses against an OpenAPI document: status, body and headers. */
export function describedBy(document: ApiDocument) {
  // The plug-in is CommonJS: its function is the property `default` of the default import.
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema(document, 'api')
  const validators = new Map<string, ValidateFunction>()

  /** Returns the problems of a response, one text for each problem. */
  return (method: string, path: string, answer: Answer): string[] => {
    const where = [path, method.toLowerCase()] as const
    const described = document.paths[where[0]]![where[1]]!.responses[String(answer.status)]
    if (!described) return [`the document has no ${answer.status} here`]
    const wrong: string[] = []
    for (const [name, { description, schema }] of Object.entries(described.headers ?? {})) {
      const value = answer.headers[name.toLowerCase()]
      const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
      if (value === undefined) {
        if (!/^Present (?:when|where|with) /.test(description))
          wrong.push(`the header ${name} is missing`)
      } else if (allowed && !allowed.includes(String(value)))
        wrong.push(`the header ${name} is ${String(value)}`)
    }
    if (answer.status === 304) return answer.text === '' ? wrong : [...wrong, 'a 304 has a body']
    const pointer = ['paths', ...where, 'responses', String(answer.status), 'content']
      .concat('application/json', 'schema')
      .map(escaped)
      .join('/')
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` })
    validators.set(pointer, validate)
    validate(answer.json())
    const errors: ErrorObject[] = validate.errors ?? []
    const problems = errors.map(
      ({ instancePath, message }) => `${instancePath || 'the body'} ${message}`,
    )
    return [...wrong, ...problems]
  }
}

const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
