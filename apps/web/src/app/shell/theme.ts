import { DEFAULT_THEME, type Theme } from '@portal/contract/constants.ts'
import { create } from 'zustand'
import { THEME_KEY } from '#app/document/theme-script.ts'
import { writeSessionItem } from '#lib/session-storage.ts'

/** `--color-bg` of each theme, for the browser's own bars. */
const THEME_COLOURS: Record<Theme, string> = { light: '#f5f7f6', dark: '#0d161e' }

/** The theme of this tab; `theme-script.ts` has put the kept one on the document before. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: DEFAULT_THEME }))

/** Takes over what stands on the document; after hydration, as the server knows the default only. */
export function adoptTheme(): void {
  showTheme(document.documentElement.dataset.theme === 'dark' ? 'dark' : DEFAULT_THEME)
}

export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  showTheme(theme)
  writeSessionItem(THEME_KEY, theme)
}

/** What the switch does, in words. */
export function themeToggleLabel(theme: Theme): string {
  return theme === 'dark' ? '切换浅色主题' : '切换深色主题'
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLOURS[theme])
  useTheme.setState({ theme })
}
