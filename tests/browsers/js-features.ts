import { type CallExpression, type MemberExpression, parseSync, Visitor } from 'oxc-parser'
import { type Feature, isKnown, listKnownKeys } from './browser-support.ts'

/** Objects of a page by their global name. */
const OBJECTS: Record<string, string> = {
  document: 'Document',
  navigator: 'Navigator',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  history: 'History',
  performance: 'Performance',
}

/**
 * Interfaces whose methods are searched by name on any object; methods of other interfaces often have names of ordinary
 * methods.
 */
const INTERFACES =
  'AbortSignal Blob CanvasRenderingContext2D CSSStyleSheet Document DocumentFragment Element Event EventTarget File FormData ' +
  'HTMLCanvasElement HTMLDialogElement HTMLElement HTMLFormElement HTMLInputElement HTMLSelectElement HTMLVideoElement ' +
  'Headers History MediaQueryList Node Range ReadableStream Request Response Selection ServiceWorkerRegistration ShadowRoot Storage ' +
  'SubtleCrypto URL URLSearchParams WebSocket Window Worker'

const METHOD = new RegExp(
  `^(?:api\\.(?:${INTERFACES.replaceAll(' ', '|')})|javascript\\.builtins\\.(?:Intl\\.)?(?!Iterator|AsyncIterator|\\w*DisposableStack)\\w+)\\.(\\w+?)(?:_static)?$`,
)

/** Keys of methods and events by their last word. */
const METHODS = new Map<string, string[]>()
for (const key of listKnownKeys()) {
  const name = METHOD.exec(key)?.[1]
  if (name) METHODS.set(name, [...(METHODS.get(name) ?? []), key])
}

/**
 * Returns everything in a script that the data may name, as far as the text shows it: syntax, globals, members of
 * globals, and methods with an unambiguous name.
 * @param isLacking whether a supported browser lacks a feature; ambiguous names are left out
 */
export function findJsFeatures(code: string, isLacking: (key: string) => boolean): Feature[] {
  const found: Feature[] = []
  const { program, errors } = parseSync('built.js', code)
  if (errors.length > 0) throw new Error(`not parsed: ${errors[0]?.message}`)
  const getText = (node: { start: number; end: number }) => code.slice(node.start, node.end + 30)
  const add = (node: { start: number; end: number }, keys: readonly string[]) => {
    const known = keys.filter(isKnown)
    const [key] = known
    if (key && known.every(isLacking)) found.push({ key, text: getText(node) })
  }
  /** Start positions of identifiers that name members, not variables. */
  const names = new Set<number>()

  new Visitor({
    MemberExpression(node: MemberExpression) {
      if (!node.computed) names.add(node.property.start)
      const name = getMemberName(node)
      if (!name || node.object.type !== 'Identifier') return
      const owner = node.object.name
      const globals = OBJECTS[owner] === 'Window' ? listGlobalKeys(name) : []
      const type = OBJECTS[owner] ?? owner
      const statics = [`api.${type}.${name}_static`, `api.${type}.${name}`, `javascript.builtins.${type}.${name}`]
      add(node, [...globals, ...statics])
    },
    CallExpression(node: CallExpression) {
      const name = node.callee.type === 'MemberExpression' ? getMemberName(node.callee) : undefined
      // A method of a class is static, and is handled above.
      if (name && !isClass(node.callee)) add(node.callee, METHODS.get(name) ?? [])
      const [first] = node.arguments
      if (name === 'addEventListener' && first?.type === 'Literal')
        add(node.callee, METHODS.get(`${first.value}_event`) ?? [])
    },
    Property(node) {
      if (!node.computed && !node.shorthand) names.add(node.key.start)
    },
    MethodDefinition: (node) => void names.add(node.key.start),
    PropertyDefinition: (node) => void names.add(node.key.start),
    Identifier(node) {
      // Shorter names are the bundle's own.
      if (node.name.length > 3 && !names.has(node.start)) add(node, listGlobalKeys(node.name))
    },
    StaticBlock: (node) => add(node, ['javascript.classes.static.initialization_blocks']),
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      if (/\(\?<[=!]/.test(pattern)) add(node, ['javascript.regular_expressions.lookbehind_assertion'])
      if (/\(\?[ims-]+:/.test(pattern)) add(node, ['javascript.regular_expressions.modifier'])
      if (flags.includes('v')) add(node, ['javascript.builtins.RegExp.unicodeSets'])
      if (flags.includes('d')) add(node, ['javascript.builtins.RegExp.hasIndices'])
    },
  }).visit(program)
  return found
}

function isClass(callee: CallExpression['callee']): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    listGlobalKeys(callee.object.name).some(isKnown)
  )
}

function listGlobalKeys(name: string): string[] {
  return [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`]
}

function getMemberName({ computed, property }: MemberExpression): string | undefined {
  if (!computed && property.type === 'Identifier') return property.name
  if (property.type === 'Literal' && typeof property.value === 'string') return property.value
  return undefined
}
