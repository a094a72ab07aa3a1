import { DEFAULT_THEME, type Theme } from '@portal/contract/constants.ts'
import { create } from 'zustand'
import { writeSessionItem } from '#lib/browser-storage.ts'

/** Storage key that the public pages use too, so that a tab keeps its theme. */
export const THEME_KEY = 'theme'

/** `--color-bg` of each theme, for the browser's own interface. */
const THEME_COLOURS: Record<Theme, string> = { light: '#f5f7f6', dark: '#0d161e' }

/** The theme of this tab; a script in the document has set it before the first paint. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: DEFAULT_THEME }))

/** Reads the theme from the document. */
export function restoreTheme(): void {
  showTheme(document.documentElement.dataset.theme === 'dark' ? 'dark' : DEFAULT_THEME)
}

export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  showTheme(theme)
  writeSessionItem(THEME_KEY, theme)
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLOURS[theme])
  useTheme.setState({ theme })
}
