import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitIn } from '#testing/git.ts'
import { type ArchiveEntry, BadArchive, archiveLimits } from './archive-entry.ts'
import { readArchive } from './read-archive.ts'
import { readTar } from './read-tar.ts'

const repository = 'https://github.com/acme/app'
const deep = `src/${'deep/'.repeat(40)}package.json`
let root: string
let commit: string

const git = (...args: string[]) => gitIn(path.join(root, 'app'), args)

const file = (name: string) => path.join(root, name)

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'proofstack-archive-'))
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, 'app', name)), { recursive: true })
    await writeFile(path.join(root, 'app', name), text)
  }
  await write('LICENSE', 'Permission is hereby granted, free of charge, …')
  await write('package.json', '{"dependencies":{"next":"16"}}\n')
  await write(deep, '{"dependencies":{"pg":"8"}}\n')
  await write('src/call.ts', "fetch('https://api.acme.com')\n")
  await write('src/run.ts', "fetch('https://acme.example')\n")
  await write('package-lock.json', 'x'.repeat(archiveLimits.fileBytes + 1))
  await symlink('/etc/passwd', path.join(root, 'app', 'requirements.txt'))
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'One', '--date', '2026-08-01T10:00:00Z')
  commit = git('rev-parse', 'HEAD')
  for (const format of ['tar', 'tar.gz', 'zip'])
    git(
      'archive',
      `--format=${format}`,
      `--prefix=app-${commit}/`,
      '-o',
      file(`a.${format}`),
      'HEAD',
    )
  git('archive', '--format=tar.gz', '-o', file('tree.tar.gz'), 'HEAD^{tree}')
  return () => rm(root, { recursive: true })
})

const wish = { isWanted: () => true, isKept: () => true }

describe('an archive', () => {
  it.each(['tar', 'tar.gz'])('of git is read as %s, at its commit', async (format) => {
    const read = await readArchive(file(`a.${format}`), { repository, hosts: ['api.acme.com'] })
    expect(read).toMatchObject({
      repository,
      commit,
      licence: 'MIT',
      archived: null,
      left: undefined,
    })
    const made = new Date(git('log', '-1', '--format=%cI'))
    expect(read.lastActivity).toBe(made.toISOString())
    const texts = Object.fromEntries(read.files.map((one) => [one.path, one.text]))
    expect(texts).toEqual({
      LICENSE: undefined,
      'package-lock.json': undefined,
      'package.json': '{"dependencies":{"next":"16"}}\n',
      [deep]: '{"dependencies":{"pg":"8"}}\n',
      'src/call.ts': "fetch('https://api.acme.com')\n",
      'src/run.ts': undefined,
    })
  })

  it('without a commit needs `commit`, and with one accepts no other', async () => {
    const read = (name: string, asked?: string) =>
      readArchive(file(name), { repository, commit: asked })
    await expect(read('tree.tar.gz')).rejects.toThrow('names no commit; name it with --commit.')
    expect(await read('tree.tar.gz', commit)).toMatchObject({ commit })
    expect(await read('a.tar', commit)).toMatchObject({ commit })
    await expect(read('a.tar', 'f'.repeat(40))).rejects.toThrow(`is of commit ${commit}.`)
    await expect(read('a.tar', 'main')).rejects.toThrow('is of a commit of 40 hex digits')
  })

  it('that is broken, cut or no archive is refused with the reason', async () => {
    const read = async (bytes: Buffer | string) => {
      await writeFile(file('bad'), bytes)
      return readArchive(file('bad'), { repository, commit })
    }
    const packed = await readFile(file('a.tar.gz'))
    const whole = gunzipSync(packed)
    await expect(readArchive(file('none'), { repository })).rejects.toThrow('is not there.')
    await expect(read('')).rejects.toThrow('ends too early.')
    await expect(read(end)).rejects.toThrow('holds no file.')
    await expect(read('no archive '.repeat(100))).rejects.toThrow('is no tar archive.')
    await expect(read(flipped(tarOf('a')))).rejects.toThrow('is no tar archive.')
    await expect(read(packed.subarray(0, packed.length / 2))).rejects.toThrow('cannot be unpacked.')
    await expect(read(flipped(packed))).rejects.toThrow('cannot be unpacked.')
    await expect(read(whole.subarray(0, 2_000))).rejects.toThrow('ends too early.')
    await expect(read(tarOf('a', 'x'))).rejects.toThrow('ends too early.')
    await expect(read('PK')).rejects.toBeInstanceOf(BadArchive)
  })

  it('that is a zip is refused with a hint to the tar.gz', async () => {
    await expect(readArchive(file('a.zip'), { repository })).rejects.toThrow(
      'is a zip archive; take the tar.gz of the same commit instead.',
    )
  })
})

/** The end mark of an archive. */
const end = Buffer.alloc(1024)

/** A file of a tar archive, with a valid checksum. */
function tarOf(name: string, text = '', type = '0'): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(text.length.toString(8).padStart(11, '0'), 124)
  header.write('00000000000', 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar\u000000', 257)
  header.write(
    header
      .reduce((all, byte) => all + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  )
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512)
  body.write(text)
  return Buffer.concat([header, body])
}

/** A copy with one byte changed. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[20]! ^= 0xff
  return copy
}

async function* stream(...chunks: Buffer[]) {
  yield* chunks
}

const textsOf = (entries: readonly ArchiveEntry[]) =>
  entries.map(({ path: name, text }) => [name, text])

describe('an archive is refused', () => {
  it.each(['../x', 'a/../../x', '/etc/x', 'a\\..\\x', 'C:/x'])('with the path %s', async (name) => {
    const long = tarOf('././@LongLink', name, 'L')
    for (const chunks of [[tarOf(name)], [tarOf(name, '', '5')], [long, tarOf('a')]])
      await expect(readTar(stream(...chunks, end), wish)).rejects.toThrow(
        'a path that leads out of it.',
      )
  })

  it('with more files or bytes than the limits', async () => {
    const two = () => stream(tarOf('a', 'x'.repeat(600)), tarOf('b'), end)
    await expect(readTar(two(), wish, { ...archiveLimits, entries: 1 })).rejects.toThrow(
      'holds more than 1 files.',
    )
    await expect(readTar(two(), wish, { ...archiveLimits, unpackedBytes: 1_600 })).rejects.toThrow(
      'unpacks to too much.',
    )
  })

  it('with too many headers without a file, or one that is too long', async () => {
    const limits = { ...archiveLimits, entries: 2 }
    const names = () => stream(...Array.from({ length: 3 }, () => tarOf('x', 'a', 'L')), end)
    await expect(readTar(names(), wish, limits)).rejects.toThrow('holds more than 2 files.')
    await expect(readTar(stream(tarOf('x', 'a'.repeat(65_537), 'L'), end), wish)).rejects.toThrow(
      'holds a header that is too long.',
    )
  })

  it('when it is packed twice', async () => {
    const packed = gzipSync(Buffer.concat([tarOf('a', 'x'.repeat(2_000)), end]), { level: 0 })
    await expect(readTar(stream(packed), wish)).rejects.toThrow('is no tar archive.')
  })

  it('when it is a bomb of files or headers; after its end mark nothing is read', async () => {
    const limits = { ...archiveLimits, unpackedBytes: 10 * 1024 * 1024 }
    let read = 0
    async function* endless(block: Buffer) {
      for (;;) {
        read += block.length
        yield block
      }
    }
    for (const block of [tarOf('a', 'x'.repeat(1024 * 1024)), tarOf('x', '', 'x')])
      await expect(readTar(endless(block), wish, limits)).rejects.toThrow('unpacks to too much.')
    read = 0
    expect(await readTar(endless(end), wish, limits)).toEqual({ entries: [], comment: '' })
    expect(read).toBe(end.length)
  })
})

it('a file above the size limit has a name only', async () => {
  const chunks = stream(tarOf('a', 'x'.repeat(20)), tarOf('b', 'y'), end)
  const { entries } = await readTar(chunks, wish, { ...archiveLimits, fileBytes: 10 })
  expect(textsOf(entries)).toEqual([
    ['a', undefined],
    ['b', 'y'],
  ])
})

it('the sizes of the chunks do not change the result', async () => {
  const name = 'deep/'.repeat(40)
  const whole = Buffer.concat([tarOf('x', `${name}a`, 'L'), tarOf('a', 'x'.repeat(700)), end])
  const parts = Array.from({ length: Math.ceil(whole.length / 7) }, (_, at) =>
    whole.subarray(at * 7, at * 7 + 7),
  )
  for (const chunks of [[whole], parts])
    expect(textsOf((await readTar(stream(...chunks), wish)).entries)).toEqual([
      [`${name}a`, 'x'.repeat(700)],
    ])
})
