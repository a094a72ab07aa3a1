import { areSingleKeysOn } from '#lib/single-keys.ts'

type Handler = (event: KeyboardEvent) => unknown

/** Action of a key, with a description for the list of keys. */
export type KeyAction = Handler | { words: string; run: Handler }

/**
 * Actions by key: `j`, `?`, `/`, `Enter`, `Escape`, `Shift+X`, `Mod+S` (Ctrl, ⌘ on a Mac), `Mod+Shift+P`, `Alt+ArrowUp`, `F8`, or
 * two keys in sequence: `g o`. An action that returns false leaves the key to the components below, and finally to the browser.
 */
export type KeyBindings = Readonly<Record<string, KeyAction>>

/** Bindings on the page; later ones take precedence. */
const layers: KeyBindings[] = []

/** Maximum time between the two keys of a sequence, ms. */
const PAIR_MS = 1_200

/** Lists the actions of the page with their keys; keys with the same action are listed together. */
export function listKeyDescriptions(): ReadonlyMap<string, readonly string[]> {
  const known = new Set<string>()
  const rows = new Map<string, string[]>()
  for (const bindings of [...layers].reverse()) {
    for (const [name, action] of Object.entries(bindings)) {
      if (known.has(name) || typeof action === 'function') continue
      known.add(name)
      rows.set(action.words, [...(rows.get(action.words) ?? []), name])
    }
  }
  return rows
}

/** Whether a key is a letter or sign, also in a sequence: WCAG 2.1.4 requires that these can be switched off. Enter and Esc are not. */
export function isSingleKey(name: string): boolean {
  return /^(?:Shift\+)?\S(?: \S)?$/.test(name)
}

/** @returns a function that removes them */
export function addBindings(bindings: KeyBindings): () => void {
  layers.push(bindings)
  if (layers.length === 1) document.addEventListener('keydown', handleKeyDown)
  return () => {
    layers.splice(layers.indexOf(bindings), 1)
    if (layers.length === 0) document.removeEventListener('keydown', handleKeyDown)
  }
}

/** First key of a sequence, and the time at which it was pressed. */
let first = { key: '', atMs: 0 }

function handleKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isModalOpen()) return
  const name = getKeyName(event)
  const isSingle = !/^(?:Mod|Alt)\+/.test(name)
  if (isSingle && isTyping(event.target) && !/^(?:Escape|F\d+)$/.test(name)) return
  if (isSingleKey(name) && !areSingleKeysOn()) return
  const isPair = first.key !== '' && event.timeStamp - first.atMs < PAIR_MS
  const pair = isPair ? `${first.key} ${name}` : ''
  first = isPair || !isSingle ? { key: '', atMs: 0 } : { key: name, atMs: event.timeStamp }
  const handlers = findHandlers(pair)
  for (const handle of handlers.length > 0 ? handlers : findHandlers(name)) {
    if (handle(event) === false) continue
    event.preventDefault()
    return
  }
}

function findHandlers(name: string): Handler[] {
  return [...layers].reverse().flatMap((bindings) => {
    const action = bindings[name]
    return action === undefined ? [] : [typeof action === 'function' ? action : action.run]
  })
}

function getKeyName({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key)
  if (ctrlKey || metaKey) return `Mod+${isLetter && shiftKey ? 'Shift+' : ''}${isLetter ? key.toUpperCase() : key}`
  // A Mac types other characters with Alt, so the key code decides.
  if (altKey) return `Alt+${/^Digit\d$/.test(code) ? code.slice(-1) : key}`
  if (isLetter) return shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
  return key
}

/** A modal dialog receives the keys. */
function isModalOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

const FIELDS_WITHOUT_TEXT: readonly string[] = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file']

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !FIELDS_WITHOUT_TEXT.includes(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}
