import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { BadArchive, archiveLimits } from './archive-entry.ts'
import { readArchive } from './read-archive.ts'
import { readTar } from './read-tar.ts'
import { readZip } from './read-zip.ts'

const repository = 'https://github.com/acme/app'
const deep = `src/${'deep/'.repeat(40)}package.json`
let root: string
let commit: string

const git = (...args: string[]) =>
  execFileSync('git', [
    '-C',
    path.join(root, 'app'),
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b.example',
    ...args,
  ])
    .toString()
    .trim()

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
  it.each(['tar', 'tar.gz', 'zip'])(
    'of git is read as %s, at the commit that it names',
    async (format) => {
      const read = await readArchive(file(`a.${format}`), { repository, hosts: ['api.acme.com'] })
      expect(read).toMatchObject({
        repository,
        commit,
        licence: 'MIT',
        archived: null,
        left: undefined,
      })
      const made = new Date(git('log', '-1', '--format=%cI')).getTime()
      // The clock of a zip counts two seconds at once.
      expect(Math.abs(new Date(read.lastActivity).getTime() - made)).toBeLessThan(2_000)
      const texts = Object.fromEntries(read.files.map((one) => [one.path, one.text]))
      expect(texts).toEqual({
        LICENSE: undefined,
        'package-lock.json': undefined,
        'package.json': '{"dependencies":{"next":"16"}}\n',
        [deep]: '{"dependencies":{"pg":"8"}}\n',
        'src/call.ts': "fetch('https://api.acme.com')\n",
        'src/run.ts': undefined,
      })
    },
  )

  it('that names no commit needs to be told one, and no other than its own', async () => {
    const read = (name: string, asked?: string) =>
      readArchive(file(name), { repository, commit: asked })
    await expect(read('tree.tar.gz')).rejects.toThrow('names no commit; name it with --commit.')
    expect(await read('tree.tar.gz', commit)).toMatchObject({ commit })
    expect(await read('a.zip', commit)).toMatchObject({ commit })
    await expect(read('a.zip', 'f'.repeat(40))).rejects.toThrow(`is of commit ${commit}.`)
    await expect(read('a.zip', 'main')).rejects.toThrow('is of a commit of 40 hex digits')
  })

  it('that is none, or is broken off, is told so', async () => {
    const read = async (bytes: Buffer | string) => {
      await writeFile(file('bad'), bytes)
      return readArchive(file('bad'), { repository, commit })
    }
    const [packed, zip] = [await readFile(file('a.tar.gz')), await readFile(file('a.zip'))]
    await expect(readArchive(file('none'), { repository })).rejects.toThrow('is not there.')
    await expect(read('')).rejects.toThrow('holds no file.')
    await expect(read('no archive '.repeat(100))).rejects.toThrow('is no tar archive.')
    await expect(read(packed.subarray(0, packed.length / 2))).rejects.toThrow('cannot be unpacked.')
    await expect(read(gunzipSync(packed).subarray(0, 2_000))).rejects.toThrow('ends too early.')
    await expect(read(zip.subarray(0, zip.length / 2))).rejects.toThrow('is no zip archive.')
    await expect(read('PK')).rejects.toBeInstanceOf(BadArchive)
  })
})

/** A tar archive of one file, with a good sum. */
function tarOf(name: string, text = ''): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(text.length.toString(8).padStart(11, '0'), 124)
  header.write('00000000000', 136)
  header.write(' '.repeat(8), 148)
  header.write('0ustar', 156)
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

async function* stream(...chunks: Buffer[]) {
  yield* chunks
}

describe('what an archive may not hold', () => {
  it.each(['../x', 'a/../../x', '/etc/x', 'a\\..\\x', 'C:/x'])('the path %s', async (name) => {
    await expect(readTar(stream(tarOf(name)), wish)).rejects.toThrow('a path that leads out of it.')
    const zip = await readFile(file('a.zip'))
    const padded = name.padEnd(`app-${commit}/LICENSE`.length, 'y')
    const forged = Buffer.from(
      zip.toString('latin1').replaceAll(`app-${commit}/LICENSE`, padded),
      'latin1',
    )
    expect(() => readZip(forged, wish)).toThrow('a path that leads out of it.')
  })

  it('more files, or more bytes, than a repository has', async () => {
    const two = () => stream(tarOf('a', 'x'.repeat(600)), tarOf('b'))
    await expect(readTar(two(), wish, { ...archiveLimits, entries: 1 })).rejects.toThrow(
      'holds more than 1 files.',
    )
    await expect(readTar(two(), wish, { ...archiveLimits, unpackedBytes: 1_600 })).rejects.toThrow(
      'unpacks to too much.',
    )
    const zip = await readFile(file('a.zip'))
    expect(() => readZip(zip, wish, { ...archiveLimits, entries: 3 })).toThrow('holds more than 3')
    expect(() => readZip(zip, wish, { ...archiveLimits, unpackedBytes: 50 })).toThrow(
      'unpacks to too much.',
    )
  })

  it('a file of a zip that unpacks to more than it says', async () => {
    const zip = Buffer.from(await readFile(file('a.zip')))
    const lock = Buffer.from(`app-${commit}/package-lock.json`)
    const entry = zip.lastIndexOf(lock) - 46
    expect(zip.readUInt32LE(entry + 24)).toBe(archiveLimits.fileBytes + 1)
    zip.writeUInt32LE(1, entry + 24)
    expect(() => readZip(zip, wish)).toThrow('holds a file that cannot be unpacked.')
  })
})

it('a file of an archive that is longer than is read has its name alone', async () => {
  const { entries } = await readTar(stream(tarOf('a', 'x'.repeat(20)), tarOf('b', 'y')), wish, {
    ...archiveLimits,
    fileBytes: 10,
  })
  expect(entries.map(({ path: name, text }) => [name, text])).toEqual([
    ['a', undefined],
    ['b', 'y'],
  ])
})
