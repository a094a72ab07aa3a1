import { useEffect } from 'react'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { useOpenablePictures } from '#ui/figures/use-openable-pictures.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { highlightCode } from '#ui/rich-text/rich-text-code.ts'

/**
 * The text of an article. After hydration figures open large and code is highlighted.
 * @param content HTML that the BFF has sanitised
 */
export function ArticleBody({ content, className }: { content: string; className?: string | undefined }) {
  const { ref, viewer } = useOpenablePictures(content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code
  useEffect(() => {
    if (ref.current) void highlightCode(ref.current)
  }, [content])
  return (
    <div ref={ref}>
      <RichText html={asSafeHtml(content)} className={className} />
      {viewer}
    </div>
  )
}
