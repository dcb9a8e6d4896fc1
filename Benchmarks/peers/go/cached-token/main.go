// SPDX-License-Identifier: Apache-2.0

// Command cached-token prints the nanoseconds per call of golang.org/x/oauth2's ReuseTokenSource with a token
// that is good: usage cached-token GOROUTINES CALLS. CachedTokenBenchmark runs it between its own rounds.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// unplugged proves that a cached token needs no network.
type unplugged struct{}

func (unplugged) Token() (*oauth2.Token, error) {
	return nil, fmt.Errorf("the benchmark has no network")
}

func measure(source oauth2.TokenSource, goroutines, share int) float64 {
	var group sync.WaitGroup
	group.Add(goroutines)
	start := time.Now()
	for g := 0; g < goroutines; g++ {
		go func() {
			defer group.Done()
			for i := 0; i < share; i++ {
				if token, err := source.Token(); err != nil || token.AccessToken == "" {
					fmt.Fprintln(os.Stderr, "cached-token: no token:", err)
					os.Exit(1)
				}
			}
		}()
	}
	group.Wait()
	return float64(time.Since(start).Nanoseconds()) / float64(share*goroutines)
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: cached-token GOROUTINES CALLS")
		os.Exit(2)
	}
	goroutines, err := strconv.Atoi(os.Args[1])
	calls, err2 := strconv.Atoi(os.Args[2])
	if err != nil || err2 != nil || goroutines < 1 || calls < goroutines {
		fmt.Fprintln(os.Stderr, "cached-token: two numbers are wanted")
		os.Exit(2)
	}
	source := oauth2.ReuseTokenSource(&oauth2.Token{
		AccessToken:  strings.Repeat("a", 900),
		TokenType:    "Bearer",
		RefreshToken: strings.Repeat("r", 60),
		Expiry:       time.Now().Add(time.Hour),
	}, unplugged{})
	measure(source, goroutines, calls/goroutines) // warm, as the other program is after its first round
	fmt.Printf("%.1f\n", measure(source, goroutines, calls/goroutines))
}
