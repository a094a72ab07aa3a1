import sanitizeHtml from 'sanitize-html'
import { sitePictureUnfit } from '#platform/errors.ts'

/** Elements of shapes, gradients and groups, none of which loads, runs or embeds anything. */
const SHAPES = ['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon']
const ELEMENTS = [
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'clipPath', 'mask'],
  ...['linearGradient', 'radialGradient', 'stop'],
  ...SHAPES,
]
const ATTRIBUTES = [
  ...['id', 'd', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'width', 'height'],
  ...['points', 'viewBox', 'preserveAspectRatio', 'transform', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
  ...['offset', 'stop-color', 'stop-opacity', 'fill', 'fill-rule', 'fill-opacity', 'clip-rule', 'clip-path'],
  ...['clipPathUnits', 'mask', 'maskUnits', 'opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-opacity', 'xmlns', 'color'],
]
/** Elements that drawing programs add for themselves, which are removed without an error. */
const DROPPED = /^(metadata|sodipodi:|inkscape:|i:|x:|rdf:|cc:|dc:|switch$)/
/** Elements that are removed together with their text. */
const WITH_TEXT = ['metadata', 'script', 'style', 'foreignObject', 'text']

const REASONS: Readonly<Record<string, string>> = {
  script: 'SVG 含有脚本',
  style: 'SVG 含有样式表，请在导出时选择“表现属性”',
  foreignObject: 'SVG 嵌入了网页内容',
  image: 'SVG 嵌入了图片，请只用矢量图形，或改用 PNG',
  text: 'SVG 含有文字，请先把文字转为路径',
  a: 'SVG 含有链接',
}

/**
 * Reduces an SVG to allowed elements and attributes.
 * @throws AppError when something visible or dangerous would be lost
 */
export function cleanSvg(source: string): string {
  if (/<!(?:DOCTYPE[^>]*\[|ENTITY)/i.test(source)) throw sitePictureUnfit('SVG 含有实体定义')
  if (/<\?xml-stylesheet/i.test(source)) throw sitePictureUnfit('SVG 引用了样式表')
  if (!/<svg[\s>]/.test(source)) throw sitePictureUnfit('只接受 PNG 与 SVG')
  let shapes = 0
  const cleaned = sanitizeHtml(source, {
    allowedTags: ELEMENTS,
    // `checkAttributes` checks `href` of `use` and gradients.
    allowedAttributes: {
      '*': ATTRIBUTES,
      use: ['href', 'xlink:href'],
      linearGradient: ['href'],
      radialGradient: ['href'],
    },
    allowedSchemesAppliedToAttributes: [],
    nonTextTags: WITH_TEXT,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    onOpenTag: (name, attributes) => {
      if (!ELEMENTS.includes(name) && !DROPPED.test(name)) throw sitePictureUnfit(REASONS[name] ?? `SVG 含有 ${name}`)
      if (SHAPES.includes(name)) shapes += 1
      checkAttributes(attributes)
    },
  }).trim()
  const svg = cleaned.slice(Math.max(cleaned.indexOf('<svg'), 0))
  if (shapes === 0) throw sitePictureUnfit('SVG 中没有图形')
  if (!/^<svg[^>]*\s(?:viewBox|width)="/.test(svg)) throw sitePictureUnfit('SVG 没有尺寸（viewBox）')
  return svg.includes('xmlns=') ? svg : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}

/** @throws AppError for a reference to anything outside of the file, and for colours that would be lost */
function checkAttributes(attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (/^on/i.test(name)) throw sitePictureUnfit('SVG 含有脚本')
    if (name === 'style') throw sitePictureUnfit('SVG 用 style 着色，请在导出时选择“表现属性”')
    const isReference = name === 'href' || name === 'xlink:href'
    if (isReference && !/^#[\w.-]+$/.test(value)) throw sitePictureUnfit('SVG 引用了外部内容')
    if (!isReference && /url\(/i.test(value) && !/^url\(["']?#[\w.-]+["']?\)$/.test(value.trim())) {
      throw sitePictureUnfit('SVG 引用了外部内容')
    }
  }
}
