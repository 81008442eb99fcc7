package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"

	"check/rockola"
)

// Adds an artist and reads it back, with an id that only an exact int64 keeps.
func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("ROCKOLA_KEY"))
		return nil
	}
	client, err := rockola.NewClientWithResponses(os.Getenv("ROCKOLA_URL"), rockola.WithRequestEditorFn(key))
	must(err)
	requested := int64(9007199254740993)
	added, err := client.CreateArtistWithResponse(context.Background(), nil, rockola.NewArtist{Id: &requested, Name: "Go"})
	must(err)
	if added.JSON201 == nil || added.JSON201.Id != requested {
		must(fmt.Errorf("not added: %s", bytes.TrimSpace(added.Body)))
	}
	read, err := client.ReadArtistWithResponse(context.Background(), requested, nil)
	must(err)
	if read.JSON200 == nil {
		must(fmt.Errorf("not read: %s", read.Body))
	}
	artist, err := read.JSON200.AsArtist()
	must(err)
	if artist.Name != "Go" {
		must(fmt.Errorf("not read: %s", read.Body))
	}
	missing, err := client.ReadArtistWithResponse(context.Background(), 7, nil)
	must(err)
	if missing.StatusCode() != 404 {
		must(fmt.Errorf("a missing artist is answered %d", missing.StatusCode()))
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
