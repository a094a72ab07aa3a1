import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const MODULE_ID = 'virtual:handbook'
/** A leading NUL keeps other plugins from looking for the module on the disk. */
const RESOLVED_ID = `\0${MODULE_ID}`
/** Heading of the part of the document that staff read. */
const PART = '## 管理端手册'

/**
 * Provides `handbook` in `virtual:handbook`: the part of the operators' document about the management pages, as
 * Markdown.
 * @param file the document
 * @throws Error when it has no such part
 */
export function createHandbookPlugin(file: string): Plugin {
  return {
    name: 'handbook',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    load(id) {
      if (id !== RESOLVED_ID) return undefined
      this.addWatchFile(file)
      const part = readFileSync(file, 'utf8').split(`\n${PART}\n`)[1]?.split('\n## ')[0]
      if (part === undefined) throw new Error(`${file} has no part ${PART}`)
      return `export const handbook = ${JSON.stringify(part)}`
    },
  }
}
