import postcss, { type Declaration } from 'postcss'
import type { Feature } from './browser-support.ts'

/** Units of dynamic, small and large viewports. */
const VIEWPORT_UNITS: Record<string, string> = { d: 'dynamic', s: 'small', l: 'large' }
/** Kinds of functions in values, as the data groups them. */
const FUNCTION_TYPES = [
  '',
  'color.',
  'gradient.',
  'image.',
  'transform-function.',
  'filter-function.',
  'basic-shape.',
  'easing-function.',
]

/** Returns everything in a style sheet that the data may name; names that are not in the data are harmless. */
export function findCssFeatures(sheet: string): Feature[] {
  const found: Feature[] = []
  const root = postcss.parse(sheet)
  root.walkAtRules(({ name, params }) => {
    const text = `@${name} ${params}`
    found.push({ key: `css.at-rules.${name}`, text })
    for (const [word] of params.matchAll(/[a-z-]+/g)) found.push({ key: `css.at-rules.${name}.${word}`, text })
  })
  root.walkRules(({ selector }) => {
    for (const [, name] of selector.matchAll(/::?([a-z-]+)/g))
      found.push({ key: `css.selectors.${name}`, text: selector })
  })
  root.walkDecls((declaration) => {
    if (!isPrefixedToo(declaration)) found.push(...findDeclarationFeatures(declaration))
  })
  return found
}

/** Whether the rule has the same property with WebKit's prefix, which all older browsers know. */
function isPrefixedToo({ parent, prop }: Declaration): boolean {
  return parent?.nodes?.some((other) => other.type === 'decl' && other.prop === `-webkit-${prop}`) ?? false
}

function findDeclarationFeatures({ prop, value }: Declaration): Feature[] {
  const text = `${prop}: ${value}`
  const keys = [`css.properties.${prop}`]
  for (const [, word, call] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)(\()?/g)) {
    keys.push(`css.properties.${prop}.${word}`)
    if (call) keys.push(...FUNCTION_TYPES.map((type) => `css.types.${type}${word}`))
  }
  for (const [, unit = ''] of value.matchAll(/[\d.]([a-z]+)/g)) {
    keys.push(`css.types.length.${unit}`)
    const viewport = /^([dsl])v/.exec(unit)?.[1]
    if (viewport) keys.push(`css.types.length.viewport_percentage_units_${VIEWPORT_UNITS[viewport]}`)
  }
  return keys.map((key) => ({ key, text }))
}
