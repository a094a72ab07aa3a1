import { readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'
import type { Plugin } from 'vite'

const MODULE_ID = 'virtual:partner-guide'
/** A leading NUL keeps other plugins from looking for the module on the disk. */
const RESOLVED_ID = `\0${MODULE_ID}`
/** Links to other documents, and the pages that replace them on the site. */
const PAGES: Readonly<Record<string, string>> = { 'log.zh-CN.md': '/log#auditor' }

/**
 * Provides `guideHtml` in `virtual:partner-guide`: the document for partners without its title and the link to its
 * English form.
 * @param file the document
 * @throws Error when it links to a document that has no page here
 */
export function createPartnerGuidePlugin(file: string): Plugin {
  return {
    name: 'partner-guide',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    load(id) {
      if (id !== RESOLVED_ID) return undefined
      this.addWatchFile(file)
      const text = readFileSync(file, 'utf8').replace(/^# .*\n\n\[English\].*\n/, '')
      const markdown = new MarkdownIt()
      // Chinese text has no spaces between lines.
      markdown.renderer.rules.softbreak = () => ''
      const html = markdown
        .render(text)
        .replace(/href="([^"]+\.md)"/g, (_link, name: string) => `href="${findPage(name, file)}"`)
      return `export const guideHtml = ${JSON.stringify(html)}`
    },
  }
}

function findPage(name: string, file: string): string {
  const page = PAGES[name]
  if (page === undefined) throw new Error(`${file} links to ${name}, which has no page`)
  return page
}
