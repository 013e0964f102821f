// How pages show the pictures of a listing: small ones that lead to the large ones.

/** A picture of a listing, and the widths in pixels of the smaller ones that the build makes. */
export interface ListingPicture {
  file: string
  alt: string
  /** Its file at a commit; null if the owner gave it. */
  source: string | null
  width: number
  height: number
  /** A hash of the file. */
  version: string
  widths: readonly number[]
}

/** The height in pixels at which pages show a picture, as in styles/pictures.css. */
const shownHeight = 176

/** A picture as an `img` in a link. */
export interface PictureView {
  href: string
  src: string
  srcset: string | undefined
  sizes: string
  alt: string
  width: number
  height: number
  /** Where it is from, as words with a link, or without one. */
  from: { text: string; href: string | undefined }
}

export function pictureView(picture: ListingPicture): PictureView {
  const { file, alt, source, width, height, widths } = picture
  const href = `/pictures/${file}`
  const small = widths.map((one) => ({ src: `/pictures/${smallFile(picture, one)}`, one }))
  return {
    href,
    src: small[0]?.src ?? href,
    srcset: small.length > 0 ? small.map(({ src, one }) => `${src} ${one}w`).join(', ') : undefined,
    sizes: `${Math.round((shownHeight * width) / height)}px`,
    alt,
    width,
    height,
    from: source === null ? { text: 'From its owner', href: undefined } : fromSource(source),
  }
}

/** The name of a smaller picture. It has a hash, so that the file can be cached forever. */
export function smallFile({ file, version }: ListingPicture, width: number): string {
  return `${file.replace(/\.[a-z]+$/, '')}.${version}.${width}.webp`
}

function fromSource(href: string): PictureView['from'] {
  const [, repository, commit] =
    /^https:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:-\/)?(?:blob|src\/commit)\/([0-9a-f]{40})\//.exec(href) ??
    []
  const place =
    repository && commit ? `${repository} at ${commit.slice(0, 7)}` : URL.parse(href)?.host
  return { text: `From ${place}`, href }
}
