import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes the class names of CSS modules: that of the source and the number of its file, such as `title-4f`. They are the same
 * in the separate builds for browser and server, and shorter than Vite's, which were a tenth of each page.
 * @param folder with all modules
 */
export function createClassNames(folder: string): (name: string, file: string) => string {
  const files = globSync('**/*.module.css', { cwd: folder }).sort()
  return (name, file) => {
    const place = files.indexOf(path.relative(folder, file))
    if (place === -1) throw new Error(`${file} is not below ${folder}`)
    return `${name}-${place.toString(36)}`
  }
}
