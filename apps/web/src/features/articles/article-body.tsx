import { Suspense, useEffect, useRef, useState } from 'react'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { type FigurePicture, makePicturesOpenable } from '#ui/figures/figure-pictures.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { highlightCode } from '#ui/rich-text/rich-text-code.ts'

/** Loaded when the first figure is opened. */
const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

export interface ArticleBodyProps {
  /** HTML that the BFF has sanitised. */
  content: string
  className?: string | undefined
}

/** The text of an article. After hydration figures open large and code is highlighted. */
export function ArticleBody({ content, className }: ArticleBodyProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<FigurePicture | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings other figures and other code
  useEffect(() => {
    const root = ref.current
    if (!root) return undefined
    void highlightCode(root)
    return makePicturesOpenable(root, setPicture)
  }, [content])
  return (
    <div ref={ref}>
      <RichText html={asSafeHtml(content)} className={className} />
      {picture && (
        <Suspense>
          <FigureViewer picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </div>
  )
}
