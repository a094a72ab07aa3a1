import { Moon, Sun } from '@lucide/icons'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { themeToggleLabel, toggleTheme, useTheme } from '../theme.ts'

export function ThemeToggle({ className }: { className?: string | undefined }) {
  const theme = useTheme((state) => state.theme)
  return (
    <IconButton
      className={className}
      icon={theme === 'dark' ? Sun : Moon}
      label={themeToggleLabel(theme)}
      onClick={toggleTheme}
    />
  )
}
