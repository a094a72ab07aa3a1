import { Fragment, type ReactNode, useMemo } from 'react'
import { parseCopied } from '#domain/writing/parse-copied.ts'

/** The bulletin as readers see it. Its links are only underlined, so that a click does not leave the form. */
export function BulletinText({ html }: { html: string }) {
  return useMemo(() => [...parseCopied(html).body.childNodes].map(renderNode), [html])
}

function renderNode(node: ChildNode, at: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  const children = [...node.childNodes].map(renderNode)
  if (/^(B|STRONG)$/.test(node.nodeName)) return <b key={at}>{children}</b>
  return node.nodeName === 'A' ? <u key={at}>{children}</u> : <Fragment key={at}>{children}</Fragment>
}
