import {
  type Archive,
  type ArchiveEntry,
  type ArchiveLimits,
  BadArchive,
  type Wish,
  archiveLimits,
  safePath,
  tally,
} from './archive-entry.ts'

const block = 512

/** Types of an entry that carry what the next header has no room for: POSIX pax, and GNU. */
const carriers: readonly string[] = ['x', 'g', 'L', 'K']

/**
 * Reads a tar archive as it streams in (POSIX.1-2001 pax, ustar, and long names of GNU): the texts of
 * the files that are wanted, and the names of all. Links and devices are passed by.
 */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  { isWanted, isKept }: Wish,
  limits: ArchiveLimits = archiveLimits,
): Promise<Archive> {
  const entries: ArchiveEntry[] = []
  const counts = tally(limits)
  const bytes = reader(chunks, counts.unpacked)
  let comment = ''
  let longPath: string | undefined
  for (;;) {
    const header = await bytes.take(block)
    // Two empty blocks end an archive, and some end without them.
    if (header.every((byte) => byte === 0)) break
    if (header.length < block) throw new BadArchive('ends too early.')
    if (!hasGoodSum(header)) throw new BadArchive('is no tar archive.')
    counts.entry()
    const size = numberIn(header, 124, 12)
    const type = textIn(header, 156, 1)
    const padded = Math.ceil(size / block) * block
    if (carriers.includes(type)) {
      if (size > 65_536) throw new BadArchive('holds a header that is too long.')
      const said = (await bytes.take(padded)).subarray(0, size)
      if (type === 'L') longPath = textIn(said, 0, size)
      const records = type === 'x' || type === 'g' ? paxRecords(said) : new Map<string, string>()
      if (type === 'x') longPath = records.get('path') ?? longPath
      if (type === 'g') comment = records.get('comment') ?? comment
      continue
    }
    const path = safePath(longPath ?? nameIn(header))
    longPath = undefined
    const isFile = type === '0' || type === '' || type === '7'
    const isRead = isFile && isWanted(path) && size <= limits.fileBytes
    const content = isRead ? (await bytes.take(padded)).subarray(0, size) : undefined
    if (content && content.length < size) throw new BadArchive('ends too early.')
    if (!content) await bytes.skip(padded)
    const text = content?.toString()
    const modified = new Date(numberIn(header, 136, 12) * 1000)
    if (isFile)
      entries.push({
        path,
        modified,
        text: text !== undefined && isKept(path, text) ? text : undefined,
      })
  }
  return { entries, comment }
}

function reader(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void) {
  const stream = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const next = async (): Promise<boolean> => {
    const { value, done } = await stream.next()
    if (done) return false
    count(value.length)
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  return {
    take: async (size: number): Promise<Buffer> => {
      while (rest.length < size && (await next()));
      const taken = rest.subarray(0, size)
      rest = rest.subarray(taken.length)
      return taken
    },
    skip: async (size: number): Promise<void> => {
      let left = size
      while (left > rest.length) {
        left -= rest.length
        rest = Buffer.alloc(0)
        if (!(await next())) return
      }
      rest = rest.subarray(left)
    },
  }
}

// The sum of all bytes of the header, with spaces in the place of the sum.
function hasGoodSum(header: Buffer): boolean {
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  return textIn(header, 148, 8).trim() !== '' && sum === Number.parseInt(textIn(header, 148, 8), 8)
}

function nameIn(header: Buffer): string {
  const prefix = textIn(header, 257, 5) === 'ustar' ? textIn(header, 345, 155) : ''
  return `${prefix === '' ? '' : `${prefix}/`}${textIn(header, 0, 100)}`
}

function textIn(bytes: Buffer, at: number, length: number): string {
  const part = bytes.subarray(at, at + length)
  const end = part.indexOf(0)
  return part.subarray(0, end === -1 ? part.length : end).toString()
}

// Octal digits. GNU writes what has no room there in another way, and no file of code is that long.
function numberIn(header: Buffer, at: number, length: number): number {
  const digits = textIn(header, at, length).trim()
  if (!/^[0-7]*$/.test(digits)) throw new BadArchive('holds a number that is none.')
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

// "52 comment=0123…\n", each with its own length in front.
function paxRecords(said: Buffer): Map<string, string> {
  const records = new Map<string, string>()
  let at = 0
  while (at < said.length) {
    const [, digits = ''] = /^(\d{1,6}) /.exec(said.subarray(at, at + 8).toString('latin1')) ?? []
    const length = Number(digits)
    if (length === 0) break
    const record = said.subarray(at + digits.length + 1, at + length - 1).toString()
    const equals = record.indexOf('=')
    records.set(record.slice(0, equals), record.slice(equals + 1))
    at += length
  }
  return records
}
