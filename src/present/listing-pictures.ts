// How pages show the pictures of a listing: small ones, which lead to the large ones.

/** A picture of a listing, from its row and its file. */
export interface ListingPicture {
  file: string
  alt: string
  /** Its file at a commit; null if the owner gave it. */
  source: string | null
  width: number
  height: number
  /** The file of the smaller picture that the build makes; null if it makes none. */
  small: string | null
}

/** A picture as an `img` in a link. */
export interface PictureView {
  href: string
  src: string
  alt: string
  width: number
  height: number
  /** Where it is from, as words with a link, or without one. */
  from: { text: string; href: string | undefined }
}

export function pictureView(picture: ListingPicture): PictureView {
  const { file, small, alt, width, height, source } = picture
  return {
    href: `/pictures/${file}`,
    src: `/pictures/${small ?? file}`,
    alt,
    width,
    height,
    from: source === null ? { text: 'From its owner', href: undefined } : fromSource(source),
  }
}

// Short, because pages show it in one line below a narrow picture.
function fromSource(href: string): PictureView['from'] {
  const [, repository, commit = ''] =
    /^https:\/\/[^/]+\/[^/]+\/([^/]+)\/(?:-\/)?(?:blob|src\/commit)\/([0-9a-f]{40})\//.exec(href) ??
    []
  const place = repository ? `${repository} at ${commit.slice(0, 7)}` : URL.parse(href)?.host
  return { text: `From ${place}`, href }
}
