import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { DRAWINGS } from '#ui/figures/drawing-names.ts'
import { SpectrumBars } from '#ui/figures/spectrum.tsx'
import styles from './article-cover.module.css'
import type { ArticleSummary } from './article-summary.ts'
import { choosePlate, type PlateSubject, type PlateTone } from './plate-choice.ts'

export interface ArticleCoverProps {
  article: Pick<ArticleSummary, 'id' | 'categoryId' | 'title' | 'coverUrl' | 'coverSet'>
  /** The picture is in the first view, so it is not loaded lazily. */
  isEager?: boolean
  /** Width of the picture as the browser lays it out, in the form of the attribute; by default that of a row. */
  sizes?: string
  className?: string | undefined
}

/** On phones a square of 104 px cuts the sides off. */
const ROW_SIZES = '(min-width: 720px) 240px, 160px'

/** `IMAGE_RETRIES` of the contract; a test compares the two. */
const RETRIES = 1

/** An article's picture, or a generated cover when it has none or it fails twice. Decorative. */
export function ArticleCover({ article, isEager = false, sizes = ROW_SIZES, className }: ArticleCoverProps) {
  const { id, categoryId, title, coverUrl, coverSet } = article
  const [failures, setFailures] = useState(0)
  if (!coverUrl || failures > RETRIES) {
    return <Plate articleId={id} categoryId={categoryId} title={title} className={className} />
  }

  /** A picture in the server's HTML may have failed before hydration. */
  const handleEarlyFailure = (image: HTMLImageElement | null) => {
    if (failures === 0 && image?.complete && image.naturalWidth === 0) setFailures(1)
  }
  return (
    <img
      // A new key makes a new element, which loads the picture again.
      key={failures}
      ref={handleEarlyFailure}
      className={classNames(styles.picture, className)}
      loading={isEager ? 'eager' : 'lazy'}
      // Safari loads `src` too when these come after it.
      sizes={sizes}
      srcSet={coverSet}
      src={coverUrl}
      alt=""
      decoding="async"
      onError={() => setFailures((count) => count + 1)}
    />
  )
}

/**
 * The generated, decorative cover of an article without a picture.
 * @param tone overrides the background
 */
export function Plate({
  articleId,
  categoryId,
  title,
  tone,
  className,
}: PlateSubject & { tone?: PlateTone; className?: string | undefined }) {
  const choice = choosePlate({ articleId, categoryId, title })
  const isCurve = DRAWINGS[choice.drawing].isStretchable === true
  return (
    <span className={classNames(styles.root, className)} data-tone={tone ?? choice.tone} aria-hidden="true">
      <Drawing isShared name={choice.drawing} tone={choice.ink} className={isCurve ? styles.curve : styles.drawing} />
      {choice.bars && <SpectrumBars stone={choice.bars} className={styles.bars} />}
    </span>
  )
}
