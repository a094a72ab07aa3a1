// Verifies the files of a public log, and proofs that were made of its tiles, with golang.org/x/mod/sumdb/{note,tlog}.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run verify.go FOLDER [SEED]
//
// FOLDER has key, checkpoint and tile/ as below the address of a log, and perhaps proofs.json. SEED selects the positions
// whose proofs this program makes itself. Exit code 1: something does not fit; the line says what.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	height    = 8
	width     = 1 << height
	positions = 200
)

// hashes are all stored hashes, in the order of tlog.StoredHashIndex.
type hashes []tlog.Hash

func (stored hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for at, index := range indexes {
		if index >= int64(len(stored)) {
			return nil, fmt.Errorf("no hash %d", index)
		}
		found[at] = stored[index]
	}
	return found, nil
}

// files reads tiles from a folder.
type files string

func (folder files) Height() int                             { return height }
func (folder files) SaveTiles(tiles []tlog.Tile, _ [][]byte) {}
func (folder files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(tiles))
	for at, tile := range tiles {
		found[at] = folder.read(pathOf(tile))
	}
	return found, nil
}

func (folder files) read(path string) []byte {
	content, err := os.ReadFile(filepath.Join(string(folder), path))
	check(err, path)
	return content
}

// pathOf is the path of C2SP tlog-tiles: Go's has the height in front, and other names for entries.
func pathOf(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

type proofs struct {
	Inclusion []struct {
		Index, Size int64
		Proof       tlog.RecordProof
	}
	Consistency []struct {
		Older, Newer int64
		Proof        tlog.TreeProof
	}
}

func main() {
	if len(os.Args) < 2 {
		fail("usage: verify FOLDER [SEED]")
	}
	folder, seed := files(os.Args[1]), int64(1)
	if len(os.Args) > 2 {
		number, err := strconv.ParseInt(os.Args[2], 10, 64)
		check(err, "seed")
		seed = number
	}
	tree := readCheckpoint(folder)
	stored := readEntries(folder, tree.N)
	checkRoot(stored, tree)
	tiles := checkTiles(folder, stored, tree.N)
	own := checkOwnProofs(tlog.TileHashReader(tree, folder), stored, tree, rand.New(rand.NewSource(seed)))
	given := checkGivenProofs(folder, stored)
	fmt.Printf("all fit: %d entries, %d tiles, %d proofs of Go (seed %d), %d given proofs\n", tree.N, tiles, own, seed, given)
}

// readCheckpoint does not use tlog.ParseTree, which accepts the checkpoints of Go's own log alone.
func readCheckpoint(folder files) tlog.Tree {
	verifier, err := note.NewVerifier(strings.TrimSuffix(string(folder.read("key")), "\n"))
	check(err, "key")
	opened, err := note.Open(folder.read("checkpoint"), note.VerifierList(verifier))
	check(err, "checkpoint")
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[3] != "" || lines[0] != verifier.Name() {
		fail("checkpoint: %q", lines)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err, "checkpoint: size")
	root, err := tlog.ParseHash(lines[2])
	check(err, "checkpoint: root")
	return tlog.Tree{N: size, Hash: root}
}

// readEntries hashes all entries anew.
func readEntries(folder files, size int64) hashes {
	var stored hashes
	for first := int64(0); first < size; first += width {
		bundle := tlog.Tile{H: height, L: -1, N: first / width, W: int(min(width, size-first))}
		rest := folder.read(pathOf(bundle))
		for index := first; index < first+int64(bundle.W); index++ {
			if len(rest) < 2 || len(rest) < 2+int(binary.BigEndian.Uint16(rest)) {
				fail("%s is cut", pathOf(bundle))
			}
			end := 2 + int(binary.BigEndian.Uint16(rest))
			added, err := tlog.StoredHashes(index, rest[2:end], stored)
			check(err, "entry")
			stored, rest = append(stored, added...), rest[end:]
		}
		if len(rest) > 0 {
			fail("%s is too long", pathOf(bundle))
		}
	}
	return stored
}

func checkRoot(stored hashes, tree tlog.Tree) {
	root, err := tlog.TreeHash(tree.N, stored)
	check(err, "root")
	if root != tree.Hash {
		fail("the entries have the root %v, the checkpoint has %v", root, tree.Hash)
	}
}

// checkTiles compares every file below tile/ with the one that Go writes. It returns their number.
func checkTiles(folder files, stored hashes, size int64) int {
	expected := map[string]bool{}
	for _, tile := range tlog.NewTiles(height, 0, size) {
		// Older versions of Go's package list every width on the way to this size.
		if count := size >> uint(height*tile.L); int64(tile.W) != min(width, count-tile.N*width) {
			continue
		}
		content, err := tlog.ReadTileData(tile, stored)
		check(err, pathOf(tile))
		if !bytes.Equal(content, folder.read(pathOf(tile))) {
			fail("%s is another tile than Go's", pathOf(tile))
		}
		expected[pathOf(tile)] = true
		if tile.L == 0 {
			tile.L = -1
			expected[pathOf(tile)] = true
		}
	}
	found := 0
	err := filepath.Walk(filepath.Join(string(folder), "tile"), func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		name, err := filepath.Rel(string(folder), path)
		if !expected[filepath.ToSlash(name)] {
			fail("%s is no file of this log", name)
		}
		found++
		return err
	})
	check(err, "tile")
	if found != len(expected) {
		fail("%d files below tile/ instead of %d", found, len(expected))
	}
	return found
}

// checkOwnProofs lets Go make proofs of random positions from the tiles. It returns their number.
func checkOwnProofs(tiles tlog.HashReader, stored hashes, tree tlog.Tree, random *rand.Rand) int {
	for round := 0; round < positions; round++ {
		index, older := random.Int63n(tree.N), 1+random.Int63n(tree.N)
		record, err := tlog.ProveRecord(tree.N, index, tiles)
		check(err, fmt.Sprintf("proof of entry %d", index))
		leaf := stored[tlog.StoredHashIndex(0, index)]
		check(tlog.CheckRecord(record, tree.N, tree.Hash, index, leaf), fmt.Sprintf("proof of entry %d", index))
		continuation, err := tlog.ProveTree(tree.N, older, tiles)
		check(err, fmt.Sprintf("proof from size %d", older))
		check(tlog.CheckTree(continuation, tree.N, tree.Hash, older, rootAt(stored, older)), fmt.Sprintf("proof from size %d", older))
	}
	return 2 * positions
}

// checkGivenProofs checks proofs that others made of the tiles. It returns their number.
func checkGivenProofs(folder files, stored hashes) int {
	var given proofs
	if _, err := os.Stat(filepath.Join(string(folder), "proofs.json")); os.IsNotExist(err) {
		return 0
	}
	check(json.Unmarshal(folder.read("proofs.json"), &given), "proofs.json")
	for _, one := range given.Inclusion {
		err := tlog.CheckRecord(one.Proof, one.Size, rootAt(stored, one.Size), one.Index, stored[tlog.StoredHashIndex(0, one.Index)])
		check(err, fmt.Sprintf("given proof of entry %d in %d", one.Index, one.Size))
	}
	for _, one := range given.Consistency {
		err := tlog.CheckTree(one.Proof, one.Newer, rootAt(stored, one.Newer), one.Older, rootAt(stored, one.Older))
		check(err, fmt.Sprintf("given proof from size %d to %d", one.Older, one.Newer))
	}
	return len(given.Inclusion) + len(given.Consistency)
}

func rootAt(stored hashes, size int64) tlog.Hash {
	root, err := tlog.TreeHash(size, stored)
	check(err, fmt.Sprintf("root at size %d", size))
	return root
}

func min(one, other int64) int64 {
	if one < other {
		return one
	}
	return other
}

func check(err error, what string) {
	if err != nil {
		fail("%s: %v", what, err)
	}
}

func fail(format string, parts ...interface{}) {
	fmt.Printf("DOES NOT FIT: "+format+"\n", parts...)
	os.Exit(1)
}
