import { create } from 'zustand'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/** `tight`: 36px rows instead of 44. */
type Density = 'roomy' | 'tight'

const DENSITY_KEY = 'manage-density'

/** Of the lists, kept in this browser. */
export const useDensity = create<{ density: Density }>()(() => ({ density: 'roomy' }))

/** Shows the lists as this browser had them. */
export function adoptDensity(): void {
  showDensity(readLocalItem(DENSITY_KEY) === 'tight' ? 'tight' : 'roomy')
}

export function toggleDensity(): void {
  const density = useDensity.getState().density === 'tight' ? 'roomy' : 'tight'
  writeLocalItem(DENSITY_KEY, density === 'tight' ? density : null)
  showDensity(density)
}

function showDensity(density: Density): void {
  document.documentElement.dataset.density = density
  useDensity.setState({ density })
}
