/** Highlighted languages. They are listed here, so that pages without them do not load the highlighter. */
const LANGUAGES: readonly string[] = ['bash', 'css', 'html', 'ini', 'javascript', 'js', 'json', 'python', 'py', 'sh']
const MORE_LANGUAGES: readonly string[] = ['sql', 'toml', 'ts', 'typescript', 'xml', 'yaml', 'yml']
const KNOWN = new Set([...LANGUAGES, ...MORE_LANGUAGES])

/** Highlights code blocks with a known language. */
export async function highlightCode(root: HTMLElement): Promise<void> {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre > code[class*="language-"]')].filter((code) =>
    KNOWN.has(getLanguage(code)),
  )
  if (blocks.length === 0) return
  const { highlightBlock } = await import('./rich-text-highlighter.ts')
  // The page may have changed while the highlighter was loaded.
  for (const code of blocks) if (code.isConnected) highlightBlock(code, getLanguage(code))
}

function getLanguage({ className }: HTMLElement): string {
  return /\blanguage-([\w+#-]+)/.exec(className)?.[1]?.toLowerCase() ?? ''
}
