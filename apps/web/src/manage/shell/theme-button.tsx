import { Moon, Sun } from '@lucide/icons'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { toggleTheme, useTheme } from './theme.ts'

export function ThemeButton({ className }: { className?: string | undefined }) {
  const isDark = useTheme((state) => state.theme === 'dark')
  return (
    <IconButton
      className={className}
      icon={isDark ? Sun : Moon}
      label={isDark ? '切换浅色主题' : '切换深色主题'}
      onClick={toggleTheme}
    />
  )
}
