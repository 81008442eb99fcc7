// PocketBase as its own docs extend it, with one difference: commits are synced to the disk, as the others' are.
package main

import (
	"log"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	_ "modernc.org/sqlite"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: openDurable})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// The settings are PocketBase's own but for synchronous, which is NORMAL there.
func openDurable(path string) (*dbx.DB, error) {
	const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
		"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)"
	return dbx.Open("sqlite", path+pragmas)
}
