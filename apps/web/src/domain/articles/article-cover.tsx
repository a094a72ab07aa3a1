import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './article-cover.module.css'
import { Plate } from './plate.tsx'
import type { PlateSubject } from './plate-choice.ts'

export interface ArticleCoverProps extends PlateSubject {
  /** Address of the picture; `null` for an article without one. */
  url: string | null
  /** Seen at once when the page opens: fetched without waiting until it is near. */
  isEager?: boolean
  className?: string | undefined
}

/** `IMAGE_RETRIES` of the contract; its test holds the two together. */
const RETRIES = 1

/** An article's picture, or its computed plate when it has none or the picture fails twice. Decoration: no words. */
export function ArticleCover({ url, isEager = false, className, ...subject }: ArticleCoverProps) {
  const [failures, setFailures] = useState(0)
  if (!url || failures > RETRIES) return <Plate {...subject} className={className} />

  /** A picture of the server's HTML may have failed before this code was there to hear of it. */
  const noticeEarlyFailure = (image: HTMLImageElement | null) => {
    if (failures === 0 && image?.complete && image.naturalWidth === 0) setFailures(1)
  }
  return (
    <img
      // Another key is another element, and that asks for the picture again.
      key={failures}
      ref={noticeEarlyFailure}
      className={classNames(styles.root, className)}
      src={url}
      alt=""
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailures((count) => count + 1)}
    />
  )
}
