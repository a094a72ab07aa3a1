import { Rows2, Rows3 } from '@lucide/icons'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { toggleDensity, useDensity } from './density.ts'

/** Switches all lists between 紧凑 and 舒适 rows. */
export function DensityButton() {
  const isTight = useDensity((state) => state.density === 'tight')
  return (
    <IconButton
      icon={isTight ? Rows3 : Rows2}
      label="紧凑行距"
      title={isTight ? '改为舒适行距' : '改为紧凑行距'}
      aria-pressed={isTight}
      onClick={toggleDensity}
    />
  )
}
