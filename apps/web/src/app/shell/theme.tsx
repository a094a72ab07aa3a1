import { Moon, Sun } from '@lucide/icons'
import { DEFAULT_THEME, type Theme } from '@portal/contract/constants.ts'
import { create } from 'zustand'
import { THEME_KEY } from '#app/document/theme-script.ts'
import { writeSessionItem } from '#lib/browser-storage.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'

/** `--color-bg` of each theme, for the browser's own interface. */
const THEME_COLOURS: Record<Theme, string> = { light: '#f5f7f6', dark: '#0d161e' }

/** The theme of this tab; `theme-script.ts` sets the stored one on the document before the first paint. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: DEFAULT_THEME }))

/** Reads the theme from the document. Called after hydration, because the server renders the default. */
export function adoptTheme(): void {
  showTheme(document.documentElement.dataset.theme === 'dark' ? 'dark' : DEFAULT_THEME)
}

export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  showTheme(theme)
  writeSessionItem(THEME_KEY, theme)
}

export function getThemeToggleLabel(theme: Theme): string {
  return theme === 'dark' ? '切换浅色主题' : '切换深色主题'
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLOURS[theme])
  useTheme.setState({ theme })
}

interface ThemeToggleProps {
  className?: string | undefined
  getLabel?: (theme: Theme) => string
}

export function ThemeToggle({ className, getLabel = getThemeToggleLabel }: ThemeToggleProps) {
  const theme = useTheme((state) => state.theme)
  return (
    <IconButton
      className={className}
      icon={theme === 'dark' ? Sun : Moon}
      label={getLabel(theme)}
      onClick={toggleTheme}
    />
  )
}
