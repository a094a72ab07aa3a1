import { toShownHtml } from './trusted-html.ts'

/** An SVG element without children; `key` is React's and left out. Values need no escaping, as they are constants. */
export type SvgShape = readonly [tag: string, attributes: Readonly<Record<string, string | number | undefined>>]

/**
 * Converts shapes that never change to `dangerouslySetInnerHTML` of their `<svg>`: as HTML they cost React nothing, neither
 * on the server nor when it hydrates the page. Callers cache the result, because React sets another one again.
 */
export function toSvgContent(shapes: readonly SvgShape[]) {
  const elements = shapes.map(([tag, attributes]) => {
    const pairs = Object.entries(attributes).map(([name, value]) => (name === 'key' ? '' : ` ${name}="${value}"`))
    return `<${tag}${pairs.join('')}></${tag}>`
  })
  const shown = toShownHtml(elements.join(''))
  return { __html: shown }
}
